import { createModule, publishVersion } from '../server/publishing.js'
import { dataOf, type Data } from '../server/traffic.js'
import type { Work } from './work.js'

/** From the making of a thing over its changes to, at times, its end. */
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

/** Something that is made, and of which one attribute is then changed from value to value. */
interface Life {
  readonly type: string
  /** Where it is made. */
  readonly all: string
  readonly attributes: object
  /** Where it is then, before its id. */
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

/** Of two things one comes to its end: answers whether this one did. */
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
  const kind = 'share modules'
  for (const count of [1, 3, 2]) {
    const state = consumers.slice(0, count)
    const data = state.map((id) => ({ id, type: 'organizations' }))
    await work.traffic.write({
      kind,
      action: 'module-consumers.set',
      method: 'PATCH',
      path,
      status: 204,
      data,
    })
    await work.expect(path, state, (shown) => shown.map(({ id }) => id))
  }
}
