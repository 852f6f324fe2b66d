import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar'
import type { Dice } from '../bench/dice.js'
import { createModule, publishVersion } from '../server/publishing.js'
import { dataOf, demand, pathOf, type Asked, type Data, type Look, type Traffic } from '../server/traffic.js'

/** Every replica answers with a change within a second of it (decision 6). */
const looked = { kind: 'look', settles: 1000 } as const

/** Means of a story: dice, a unique number, and the states that it expects from now on. */
export class Work {
  constructor(
    readonly dice: Dice,
    /** Another for each story. */
    readonly number: number,
    readonly traffic: Traffic,
  ) {}

  /**
   * Expects from now on that `path` answers data of which `pick` takes this, on every replica; undefined: that it is
   * not found. This is checked at once, and again at the end.
   */
  expect(path: string, state: unknown, pick: (data: Data) => unknown): Promise<unknown> {
    const faultOf = (bytes: Buffer): string => {
      const seen = pick(dataOf({ bytes }))
      return isDeepStrictEqual(seen, state)
        ? ''
        : `${JSON.stringify(seen)} instead of ${JSON.stringify(state)}`
    }
    const asked = state === undefined ? { status: 404 } : { status: 200, faultOf }
    return this.look(path, async (traffic) => demand(await traffic.ask({ ...looked, path, ...asked })))
  }

  /** The same of what the registry gives out at this address: the archive, byte by byte. */
  expectArchive(address: string, archive: Buffer | undefined): Promise<unknown> {
    const path = `/v1/modules/${address}/download`
    const faultOf = (bytes: Buffer): string => (archive?.equals(bytes) === true ? '' : 'another archive')
    return this.look(path, async (traffic) => {
      const told = demand(await traffic.ask({ ...looked, path, status: archive ? 204 : 404 }))
      const link = pathOf(told.headers['x-engine-get'])
      if (archive) demand(await traffic.ask({ ...looked, path: link, status: 200, faultOf }))
    })
  }

  private look(path: string, look: Look): Promise<unknown> {
    this.traffic.looks.set(path, look)
    return look(this.traffic)
  }

  /** A module whose bytes are like no other's. */
  archive(text: string): Buffer {
    const source = Buffer.from(`output "text" {\n  value = "${text}"\n}\n`)
    const head = Buffer.alloc(512)
    new Header({ path: 'main.tf', type: 'File', mode: 0o644, size: source.length }).encode(head)
    // The source fills a block, and two empty ones end the whole.
    return gzipSync(Buffer.concat([head, source], 4 * 512))
  }
}

/** The life of a thing: its creation, its changes and sometimes its end. */
export type Story = (work: Work) => Promise<void>

export const organization = 'soak'
export const consumers = ['consumer-1', 'consumer-2', 'consumer-3']

const attribute = (name: string) => (data: Data) => data.attributes[name]

export const stories: readonly Story[] = [
  engineVersion,
  organizationWithTeam,
  moduleAndVersion,
  registrySharing,
]

/** A thing of which one attribute changes from value to value. */
interface Life {
  readonly type: string
  /** Path that creates it. */
  readonly all: string
  readonly attributes: object
  /** Path before its id afterwards. */
  readonly below?: string
  readonly changed: string
  readonly values: readonly unknown[]
}

/** Answers the path of the thing. */
async function live(
  work: Work,
  { type, all, attributes, below = all, changed, values }: Life,
): Promise<string> {
  const [kind, action] = [`change ${type}`, type.slice(0, -1)]
  const [first, ...others] = values
  const made = await work.traffic.write({
    ...{ kind, action: `${action}.create`, method: 'POST', path: all, status: 201 },
    data: { type, attributes: { ...attributes, [changed]: first } },
  })
  const path = `${below}/${dataOf(made).id}`
  await work.expect(path, first, attribute(changed))
  for (const value of others) {
    await work.traffic.write({
      ...{ kind, action: `${action}.update`, method: 'PATCH', path, status: 200 },
      data: { type, attributes: { [changed]: value } },
    })
    await work.expect(path, value, attribute(changed))
  }
  return path
}

/** Ends one thing out of two, and tells whether it was this one. */
async function hasEnded(work: Work, path: string, action: string): Promise<boolean> {
  if (work.dice.next() < 0.5) return false
  await work.traffic.write({ kind: 'delete', action, method: 'DELETE', path, status: 204 })
  await work.expect(path, undefined, () => undefined)
  return true
}

async function engineVersion(work: Work): Promise<void> {
  const path = await live(work, {
    type: 'engine-versions',
    all: '/api/v2/admin/engine-versions',
    attributes: {
      version: `1.0.${work.number}`,
      url: 'https://releases.example/engine.zip',
      sha: 'ab'.repeat(32),
    },
    changed: 'beta',
    values: [false, true, false, true],
  })
  await hasEnded(work, path, 'engine-version.delete')
}

async function organizationWithTeam(work: Work): Promise<void> {
  const path = await makeOrganization(work, `team-of-${work.number}`)
  const team = await live(work, {
    ...{ type: 'teams', all: `${path}/teams`, below: '/api/v2/teams', attributes: {} },
    ...{ changed: 'name', values: ['first', 'second'] },
  })
  await hasEnded(work, team, 'team.delete')
}

function makeOrganization(work: Work, name: string): Promise<string> {
  const values = [`${name}@example.com`, `changed-${name}@example.com`]
  const all = '/api/v2/organizations'
  return live(work, { type: 'organizations', all, attributes: { name }, changed: 'email', values })
}

/** A module with a version, by its `namespace/name/provider`; answers the path of the module, and the archive. */
export async function publish(work: Work, address: string): Promise<{ path: string; archive: Buffer }> {
  const path = await createModule(work.traffic, address)
  await work.expect(path, address.split('/')[1], attribute('name'))
  const archive = work.archive(address)
  await publishVersion(work.traffic, path, '1.0.0', archive)
  return { path, archive }
}

async function moduleAndVersion(work: Work): Promise<void> {
  const address = `${organization}/module-${work.number}/aws`
  const { path, archive } = await publish(work, address)
  await work.expectArchive(`${address}/1.0.0`, archive)
  const version = `${path}/1.0.0`
  await work.expect(version, null, statusOf)
  const deprecation = { 'deprecated-status': 'Deprecated', reason: 'it is old', link: '' }
  const change = { kind: 'deprecate a version', action: 'module-version.deprecate', status: 200 }
  await work.traffic.write({
    ...{ ...change, method: 'PATCH', path: version },
    data: { type: 'module-versions', attributes: { deprecation } },
  })
  await work.expect(version, 'Deprecated', statusOf)
  if (!(await hasEnded(work, path, 'module.delete'))) return
  await work.expect(version, undefined, statusOf)
  await work.expectArchive(`${address}/1.0.0`, undefined)
}

const statusOf = ({ attributes }: Data): unknown =>
  (attributes['deprecation'] as { 'deprecated-status': string } | null)?.['deprecated-status'] ?? null

async function registrySharing(work: Work): Promise<void> {
  const name = `producer-${work.number}`
  await makeOrganization(work, name)
  const path = `/api/v2/admin/organizations/${name}/relationships/module-consumers`
  const change = { kind: 'share modules', action: 'module-consumers.set', status: 204 }
  for (const count of [1, 3, 2]) {
    const state = consumers.slice(0, count)
    const data = state.map((id) => ({ id, type: 'organizations' }))
    await work.traffic.write({ ...change, method: 'PATCH', path, data })
    await work.expect(path, state, (shown) => shown.map(({ id }) => id))
  }
}

/** The modules that are downloaded: they never change, so every request for them must be answered. */
export const steady = ['steady-1', 'steady-2', 'steady-3'].map((name) => `${organization}/${name}/aws`)

export const downloadKind = 'download'

const query = '{ engineVersions { totalCount } siteOrganizations { totalCount } }'

/** GraphQL tells of failures under 200. */
const errorsOf = (bytes: Buffer): string => (bytes.includes('"errors"') ? bytes.toString() : '')

/** One request of a reader, by the dice, at times followed by that for the archive; whether both were answered. */
export async function read(dice: Dice, traffic: Traffic): Promise<boolean> {
  const told = await traffic.ask(dice.pick(kindsOf(dice.pick(steady))))
  const link = told.headers['x-engine-get']
  if (link === undefined || dice.next() < 0.5) return told.fault === ''
  const archive = await traffic.ask({ kind: 'archive', path: pathOf(link), status: 200 })
  return archive.fault === ''
}

function kindsOf(address: string): Asked[] {
  const of = (kind: string, path: string, status = 200): Asked => ({ kind, path, status })
  const download = of(downloadKind, `/v1/modules/${address}/1.0.0/download`, 204)
  return [
    download,
    download,
    of('versions', `/v1/modules/${address}/versions`),
    of('detail', `/v1/modules/${address}/1.0.0`),
    of('list of modules', `/v1/modules/${organization}?limit=20`),
    of('search', '/v1/modules/search?q=module'),
    of('list over REST', '/api/v2/admin/engine-versions?page%5Bsize%5D=20'),
    of('list over REST', `/api/v2/organizations/${organization}/registry-modules`),
    of('discovery', '/.well-known/engine.json'),
    {
      ...{ ...of('GraphQL', '/graphql'), method: 'POST', headers: { 'content-type': 'application/json' } },
      ...{ body: JSON.stringify({ query }), faultOf: errorsOf },
    },
  ]
}
