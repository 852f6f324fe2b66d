import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../src/rest/catalogue.js'
import type { Method } from '../../src/rest/jsonapi/resource.js'
import type { FaceServices } from '../../src/http/face-services.js'
import { openRoutes } from '../../src/rest/routes.js'
import { setUpPath } from '../../src/rest/accounts/set-up.routes.js'
import { startTestApp, type TestApp } from '../app.js'
import {
  archiveLink,
  createModule,
  createVersion,
  moduleArchive,
  pathOf,
  publish,
  put,
  registry,
} from '../modules/module-requests.js'
import { createPlatform, createProvider, createProviderVersion, providerPath } from '../providers.js'
import { as } from '../rest.js'
import { everyCaller, type Callers } from './callers.js'
import { askEach } from './things.js'

let app: TestApp
let callers: Callers
let walked: Walked[]
let tokens: Readonly<Record<'read' | 'registry' | 'publish' | 'workspaces' | 'two-factor', string>>

const address = 'acme/scoped/aws'

beforeAll(async () => {
  app = await startTestApp()
  callers = await everyCaller(app)
  const { owner } = callers
  // An owner and site administrator, so that nothing but the scope limits the tokens.
  await app.prisma.user.update({ where: { id: owner.id }, data: { isSiteAdmin: true } })
  tokens = {
    read: await app.make.token(owner, { scopes: ['read'] }),
    registry: await app.make.token(owner, { scopes: ['registry'] }),
    publish: await app.make.token(owner, { scopes: [`publish:${address}`] }),
    workspaces: await app.make.token(owner, { scopes: ['workspaces'] }),
    'two-factor': await app.make.sessionWithoutTwoFactor(owner),
  }
  await createModule(app, owner, address)
  await publish(app, owner, address, '1.0.0')
  walked = await walk()
})
afterAll(() => app.stop())

const open = Object.keys(openRoutes({} as FaceServices)).map((path) => `/api/v2${path}`)

const operations = Object.entries(catalogue({} as FaceServices))
  .filter(([route]) => route !== setUpPath && !open.includes(route))
  .flatMap(([route, resource]) =>
    (Object.keys(resource.operations) as Method[]).map((method) => [method, route] as const),
  )

/** Status of an operation for each token, and for the owner of all of them with an unscoped one. */
interface Walked {
  readonly operation: string
  readonly statuses: Readonly<Record<string, number>>
  readonly whole: number
}

/** Bodies are empty, so that a caller who may write is told what is missing. */
async function walk(): Promise<Walked[]> {
  const walked: Walked[] = []
  for (const [method, route] of operations) {
    const body = method !== 'GET' && method !== 'DELETE' ? { body: {} } : {}
    const bearers = [...Object.values(tokens), callers.owner.token]
    const statuses = await askEach({ app, callers, route, method }, bearers, async (path, bearer) => {
      const verb = method.toLowerCase() as Lowercase<Method>
      return (await as(app, bearer)[verb](path, body)).status
    })
    const byScope = Object.fromEntries(
      Object.keys(tokens).map((scope, index) => [scope, statuses[index] ?? 0]),
    )
    walked.push({ operation: `${method} ${route}`, statuses: byScope, whole: statuses.at(-1) ?? 0 })
  }
  return walked
}

/** The operations that a scope lets through; what it does not is 404, whatever its owner may. */
function passing(scope: keyof typeof tokens): string[] {
  for (const { operation, statuses, whole } of walked)
    expect([404, whole], `${scope}: ${operation}`).toContain(statuses[scope])
  return walked.flatMap(({ operation, statuses }) => (statuses[scope] === 404 ? [] : [operation]))
}

/**
 * Operations that every scope allows: a token makes tokens that may do no more than itself; the body names the key's
 * owner.
 */
const always = ['POST /api/v2/users/:id/authentication-tokens', 'POST /api/registry/private/v2/gpg-keys']

rule('§3 tokens', 'The scope `read` holds on every operation of REST')
test('`read` lets every operation through that reads, and none that writes', async () => {
  const reads: string[] = operations.flatMap(([method, route]) =>
    method === 'GET' && !route.endsWith('/audit-trail') ? [`${method} ${route}`] : [],
  )
  expect(passing('read').sort()).toEqual([...reads, ...always].sort())
})

rule('§3 tokens', 'The scope `read` holds on every operation of REST … `registry` too')
test('`registry` lets through what the engine asks, and whose the token is', async () => {
  const passed = passing('registry').filter((operation) => !always.includes(operation))
  expect(passed.filter((operation) => !operation.startsWith('GET '))).toEqual([])
  for (const operation of passed)
    expect(operation).toMatch(
      /\/(registry-modules|registry-providers|provider-docs|gpg-keys|module-producers)\b|^GET \/api\/v2\/(account\/details|users\/:id)$/,
    )
})

rule('§3 tokens', 'The scope `read` holds on every operation of REST … and `publish:…`')
test('`publish` lets through its own module and the versions of it, and whose the token is', async () => {
  const passed = passing('publish').filter((operation) => !always.includes(operation))
  // The user of the walk is who the token belongs to; the list of keys is empty. Which module it may make stands in the body.
  expect(passed).toEqual([
    'GET /api/v2/account/details',
    'GET /api/v2/users/:id',
    'POST /api/v2/organizations/:org/registry-modules',
    // Says to those who may create a module why it does not work from a repository.
    'POST /api/v2/organizations/:org/registry-modules/vcs',
    'GET /api/registry/private/v2/gpg-keys',
  ])
  const keys = await as(app, tokens.publish).get('/api/registry/private/v2/gpg-keys?filter[namespace]=acme')
  expect(keys.body.data).toEqual([])
  // The walk's modules are others than the one of the scope.
  expect((await createVersion(app, tokens.publish, address, '1.1.0')).status).toBe(201)
})

test('`workspaces` lets through workspaces and their states, and whose the token is', async () => {
  const passed = passing('workspaces').filter((operation) => !always.includes(operation))
  for (const operation of passed)
    expect(operation).toMatch(
      /\/(workspaces|state-versions|state-version-outputs|entitlement-set|tags|projects|runs|gpg-keys)\b|^GET \/api\/v2\/(account\/details|users\/:id)$/,
    )
  const ofWorkspaces = operations.filter(([, route]) => /\/(workspaces|state-versions)\b/.test(route))
  expect(passed).toEqual(expect.arrayContaining(ofWorkspaces.map((operation) => operation.join(' '))))
})

test('a session that has yet to set up the second factor reaches nothing but whose it is', async () => {
  expect(passing('two-factor')).toEqual([
    'GET /api/v2/account/details',
    'GET /api/v2/users/:id',
    // The list of keys is empty, and whose a key is stands in its body.
    'GET /api/registry/private/v2/gpg-keys',
    'POST /api/registry/private/v2/gpg-keys',
  ])
  const keys = await as(app, tokens['two-factor']).get(
    '/api/registry/private/v2/gpg-keys?filter[namespace]=acme',
  )
  expect(keys.body.data).toEqual([])
  for (const path of ['/v1/modules', '/v1/modules/acme', '/v1/modules/search?q=scoped'])
    expect((await registry(app, tokens['two-factor'], path)).body.modules, path).toEqual([])
  for (const path of [`/v1/modules/${address}`, '/api/registry/public/v1/modules/a/b/c/versions'])
    expect((await registry(app, tokens['two-factor'], path)).status, path).toBe(404)
})

test.each([
  [`/v1/modules/${address}`, 200],
  [`/v1/modules/${address}/versions`, 200],
  [`/v1/modules/${address}/1.0.0`, 200],
  [`/v1/modules/${address}/1.0.0/download`, 204],
  [`/v1/modules/${address}/download`, 302],
  [`/v2/modules/${address}/downloads/summary`, 200],
])('the registry protocol at %s is for `read` and `registry`', async (path, status) => {
  const statuses = { read: status, registry: status, publish: 404, workspaces: 404 }
  for (const mount of ['', '/api/registry'])
    for (const [scope, wanted] of Object.entries(statuses)) {
      const answer = await registry(app, tokens[scope as keyof typeof tokens], `${mount}${path}`)
      expect(answer.status, `${scope} ${mount}${path}`).toBe(wanted)
    }
})

test('lists and searches of the registry are empty for `publish`', async () => {
  for (const path of ['/v1/modules', '/v1/modules/acme', '/v1/modules/search?q=scoped']) {
    expect((await registry(app, tokens.publish, path)).body.modules, path).toEqual([])
    expect((await registry(app, tokens.registry, path)).body.modules, path).not.toEqual([])
  }
})

test('the provider protocol and the mirror of the public registry are for `read` and `registry`', async () => {
  await createProvider(app, callers.owner, 'acme/private/acme/scoped')
  const wanted = {
    '/v1/providers/acme/scoped/versions': 200,
    '/api/registry/public/v1/modules/a/b/c/versions': 503,
  }
  for (const [path, status] of Object.entries(wanted)) {
    for (const scope of ['read', 'registry'] as const)
      expect((await registry(app, tokens[scope], path)).status, `${scope} ${path}`).toBe(status)
    expect((await registry(app, tokens.publish, path)).status, path).toBe(404)
  }
})

test('archives and uploads are for whom the link was made: `registry` downloads, `publish` uploads', async () => {
  const link = await archiveLink(app, tokens.registry, address, '1.0.0')
  expect((await app.http.get(pathOf(link))).status).toBe(200)
  for (const scope of ['read', 'registry'] as const)
    expect((await createVersion(app, tokens[scope], address, '1.2.0')).status, scope).toBe(404)
  const made = await createVersion(app, tokens.publish, address, '1.2.0')
  expect((await put(app, pathOf(made.body.data.links.upload), moduleArchive())).status).toBe(200)
})

test('a token that only reads is shown no upload link of a provider', async () => {
  const provider = 'acme/private/acme/linked'
  await createProvider(app, callers.owner, provider)
  await createProviderVersion(app, callers.owner, provider, '1.0.0')
  await createPlatform(app, callers.owner, provider, '1.0.0')
  const version = `${providerPath(provider)}/versions/1.0.0`
  for (const path of [version, `${version}/platforms/linux/amd64`]) {
    const linksFor = async (by: string) =>
      Object.keys((await as(app, by).get(path)).body.data.links).join(' ')
    expect(await linksFor(callers.owner.token)).toContain('-upload')
    expect(await linksFor(tokens.read)).not.toContain('-upload')
  }
})

test('exports of the audit log are for `read`', async () => {
  const path = '/api/exports/audit-events.jsonl'
  expect((await as(app, tokens.read).get(path)).status).toBe(200)
  for (const scope of ['registry', 'publish', 'workspaces'] as const)
    expect((await as(app, tokens[scope]).get(path)).status, scope).toBe(404)
})
