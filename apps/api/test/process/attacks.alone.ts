import { readFileSync } from 'node:fs'
import { Agent, request, type RequestOptions } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { tokenValues } from '../../src/adapters/secrets/tokens.js'
import { documentOf, jsonApi } from '../rest.js'
import type { ApiProcess } from './api-process.js'
import { RegistrySite } from './registry-process.js'
import { watched, type Watched } from './watch-process.js'

/** Requests of one attacker, repeated as fast as four connections can. */
interface Attack {
  readonly name: string
  /** Makes a new request each time. */
  request(): {
    readonly path: string
    readonly token: string
    readonly method?: string
    readonly body?: string
  }
  /** The statuses that may be answered. */
  readonly statuses: readonly number[]
}

const connections = 4
const milliseconds = 8000

let site: RegistrySite
let api: ApiProcess
let idle: Watched

const variables = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, n) => `variable "v${from + n}" {\n  type = string\n  description = "about v${from + n}"\n}\n`,
  ).join('')

beforeAll(async () => {
  // The limits of a start without settings, which the tests of processes switch off.
  site = await RegistrySite.open({
    NODE_ENV: 'production',
    API_RATE_LIMIT: '30',
    REGISTRY_RATE_LIMIT: '500',
    OVERLOAD_DELAY_SECONDS: '1',
  })
  api = await site.start()
  await site.createModule(api, 'acme/large/aws')
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    const link = await site.uploadLink(api, 'acme/large/aws', version)
    const body = new Uint8Array(
      archive(file('one.tf', variables(0, 9500)), file('other.tf', variables(9500, 19_000))),
    )
    const answer = await fetch(link, { method: 'PUT', body })
    if (answer.status !== 200) throw new Error(await answer.text())
  }
  idle = await watched(api, () => pause(3000))
  console.log('idle', JSON.stringify(idle))
}, 60_000)
afterAll(() => site?.close())

const pause = (time: number) => new Promise<void>((done) => setTimeout(done, time))

const graphql = (query: string, variables: object = {}) => ({
  path: '/graphql',
  method: 'POST',
  token: site.token,
  body: JSON.stringify({ query, variables }),
})

const consumers = (body: string) => ({
  path: '/api/v2/admin/organizations/acme/relationships/module-consumers',
  method: 'PATCH',
  token: site.token,
  body,
})

const inputs = 'root { inputs { name type description default required } }'
const ofModule = (selection: string): string =>
  `{ registryModuleNamespace(name: "acme") { registryModule(name: "large", provider: "aws") { ${selection} } } }`
const many = (count: number, text: string): string =>
  Array.from({ length: count }, (_, n) => text.replace('*', String(n))).join(' ')

const attacks: readonly Attack[] = [
  {
    name: 'GraphQL: what every version declares',
    request: () => graphql(ofModule(`versions { nodes { contents { ${inputs} } } }`)),
    statuses: [400, 429, 503],
  },
  {
    name: 'GraphQL: what a version declares, under 28 names',
    request: () =>
      graphql(ofModule(`version(version: "1.0.0") { contents { ${many(28, `a*: ${inputs}`)} } }`)),
    statuses: [200, 400, 429, 503],
  },
  {
    name: 'GraphQL: all that the largest module declares',
    request: () => graphql(ofModule(`version(version: "1.0.0") { contents { ${inputs} } }`)),
    statuses: [200, 429, 503],
  },
  {
    name: 'GraphQL: its pages, under 28 names',
    request: () =>
      graphql(
        ofModule(`version(version: "1.0.0") {
          ${many(28, 'a*: folder { inputs(page: { size: 100 }) { nodes { name type description } } }')} }`),
      ),
    statuses: [200, 400, 429, 503],
  },
  {
    name: 'GraphQL: a page of the largest module, far down',
    request: () =>
      graphql(
        ofModule(`version(version: "1.0.0") {
          folder { inputs(page: { number: 190, size: 100 }) { nodes { name type description } } } }`),
      ),
    statuses: [200, 429, 503],
  },
  {
    name: 'GraphQL: as many things as may be asked for',
    request: () =>
      graphql(
        `{ viewer { ${many(20, 'a*: organizations { nodes { id teams { nodes { id name members { totalCount } } } } }')} } }`,
      ),
    statuses: [200, 400, 429, 503],
  },
  {
    name: 'GraphQL: a document that is long to validate',
    request: () => graphql(`{ ${'setup { required } '.repeat(240)} }`),
    statuses: [200, 400, 429, 503],
  },
  {
    name: 'GraphQL: 100,000 open brackets',
    request: () => graphql(`{ a(b: ${'['.repeat(100_000)}`),
    statuses: [400, 429, 503],
  },
  {
    name: 'sign-ins with made-up names',
    request: () => ({
      ...graphql(`mutation { signIn(input: { login: "x${tried++}", password: "some password" })
        { token userErrors { message } } }`),
      token: '',
    }),
    statuses: [200, 429, 503],
  },
  {
    name: 'made-up tokens',
    request: () => ({ path: '/api/v2/account/details', token: tokenValues.create('user').value }),
    statuses: [401, 429, 503],
  },
  {
    name: 'made-up tokens, at the registry',
    request: () => ({ path: '/v1/modules', token: tokenValues.create('team').value }),
    statuses: [401, 429, 503],
  },
  {
    name: 'module consumers: 500,000 items',
    request: () => consumers(`{"data":[${'0,'.repeat(499_999)}0]}`),
    statuses: [422, 429, 503],
  },
  {
    name: 'module consumers: 10,000 items, all wrong',
    request: () => consumers(`{"data":[${'{},'.repeat(9999)}{}]}`),
    statuses: [422, 429, 503],
  },
  {
    name: 'module consumers: 10,000 names of nothing',
    request: () =>
      consumers(
        JSON.stringify({
          data: Array.from({ length: 10_000 }, (_, n) => ({ type: 'organizations', id: `none-${n}` })),
        }),
      ),
    statuses: [422, 429, 503],
  },
  {
    name: 'a body that nests very deep',
    request: () => consumers('['.repeat(500_000)),
    statuses: [400, 429, 503],
  },
]

let tried = 0

/** The table of 1500 × 1500 cells in 9 KB, and what is long to read as emphasis. */
const hostileReadmes = [
  `${'|a'.repeat(1500)}|\n${'|-'.repeat(1500)}|\n${'|\n'.repeat(1500)}`,
  '**a'.repeat(40_000),
].map((readme) => new Uint8Array(archive(file('README.md', readme), file('main.tf', ''))))

const agent = new Agent({ keepAlive: true, maxSockets: connections })

function send(asked: ReturnType<Attack['request']>): Promise<number> {
  const { path, token, body, method = 'GET' } = asked
  const type = path === '/graphql' ? 'application/json' : jsonApi
  const headers = {
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
  }
  const { hostname, port } = new URL(api.url)
  const options: RequestOptions = { hostname, port, path, method, agent, headers }
  return new Promise((done, fail) => {
    request(options, (response) => {
      response.resume().on('end', () => done(response.statusCode ?? 0))
    })
      .on('error', fail)
      .end(body)
  })
}

/** Processor time of the process so far, in milliseconds, which does not depend on the rest of the machine. */
function worked(): number {
  const stat = readFileSync(`/proc/${api.child.pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat.split(' ').slice(13, 15).map(Number)
  return (user + system) * 10
}

type Counts = Readonly<Record<string, number>>

/** Counts the answers of each status. */
async function attacked(sendOne: () => Promise<number>): Promise<Counts> {
  const counts: Record<string, number> = {}
  const end = performance.now() + milliseconds
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const status = await sendOne()
        counts[status] = (counts[status] ?? 0) + 1
      }
    }),
  )
  return counts
}

/** One more version of a module, with a README that is hard to render. */
async function publish(): Promise<number> {
  const version = `1.0.${published++}`
  const path = '/api/v2/organizations/acme/registry-modules/private/acme/readme/aws/versions'
  const headers = { Authorization: `Bearer ${site.token}`, 'Content-Type': jsonApi }
  const body = JSON.stringify(documentOf('registry-module-versions', { version }))
  const created = await fetch(`${api.url}${path}`, { method: 'POST', headers, body })
  const answer = (await created.json()) as { data?: { links: { upload: string } } }
  if (!answer.data) return created.status
  const { pathname, search } = new URL(answer.data.links.upload)
  const archived = hostileReadmes[published % hostileReadmes.length] ?? new Uint8Array()
  const uploaded = await fetch(`${api.url}${pathname}${search}`, { method: 'PUT', body: archived })
  return (await uploaded.arrayBuffer(), uploaded.status)
}
let published = 0

describe.runIf(process.platform === 'linux')('the pace of /livez while one attacker', () => {
  async function expectPace(name: string, statuses: readonly number[], sendOne: () => Promise<number>) {
    let counts: Counts = {}
    const before = worked()
    const livez = await watched(api, async () => {
      counts = await attacked(sendOne)
    })
    const answers = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const workEach = Math.round((worked() - before) / answers)
    console.log(name, JSON.stringify({ ...livez, workEach, counts }))
    for (const status of Object.keys(counts)) expect(statuses).toContain(Number(status))
    // On an idle machine 250 ms; on one that does other work, what that leaves.
    expect(livez.p99).toBeLessThan(Math.max(250, 20 * idle.p99))
    // What the requests of a moment have used is given back before the next.
    await pause(1500)
  }

  test.each(attacks.map((attack) => [attack.name, attack] as const))(
    'sends %s',
    async (name, { request: make, statuses }) => {
      await expectPace(name, statuses, () => send(make()))
    },
    120_000,
  )

  test('publishes READMEs that are hard to render', async () => {
    await site.createModule(api, 'acme/readme/aws')
    await expectPace('READMEs', [200, 422, 429, 503], publish)
  }, 120_000)
})
