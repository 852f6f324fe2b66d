import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf, faultsOf, graphql, notFoundBody } from '../rest.js'
import {
  auditOf,
  createModule,
  modulePath,
  publish,
  publishModule,
  registry,
  setVerified,
} from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const administrator = await app.make.administrator()
const owner = await app.make.user()
await app.make.organization(owner, 'acme')
const id = (await createModule(app, owner, 'acme/network/aws')).id
await publish(app, owner, 'acme/network/aws', '1.0.0')
await publishModule(app, owner, 'acme/other/aws', '1.0.0')

const verify = (by: Person | string | undefined, verified: unknown, moduleId = id) =>
  setVerified(app, by, moduleId, verified)

const verifiedModules = async (path: string): Promise<string[]> =>
  (await registry(app, owner, path)).body.modules.map(({ id: shown }: { id: string }) => shown)

rule('§7 modules', '`verified` is set by site administrators, audited with before and after')
test('a site administrator says that a module is verified: 200, audited with before and after', async () => {
  const answer = await verify(administrator, true)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual((await as(app, administrator).get(`/registry-modules/${id}`)).body)
  expect(answer.body.data.attributes.verified).toBe(true)
  expect((await auditOf(app, id)).at(-1)).toMatchObject({
    action: 'module.verify',
    actorId: administrator.id,
    before: { verified: false },
    after: { verified: true },
  })
})

rule('Spec modules', 'Only `verified=true` restricts to verified modules, any other value returns all')
rule(
  '§7 modules',
  '`verified` is set by site administrators, audited with before and after … shown in documents, lists and search',
)
test('documents, lists, search and GraphQL show it, and lists can be narrowed to it', async () => {
  await verify(administrator, true)
  const { body } = await registry(app, owner, '/v1/modules/acme/network/aws')
  expect(body.verified).toBe(true)
  for (const path of [
    '/v1/modules?verified=true',
    '/v1/modules/acme?verified=true',
    '/v1/modules/search?q=aws&verified=true',
  ])
    expect(await verifiedModules(path), path).toEqual(['acme/network/aws/1.0.0'])
  for (const value of ['false', '1', 'TRUE', ''])
    expect(await verifiedModules(`/v1/modules?verified=${value}`), value).toHaveLength(2)
  const { data } = await graphql(app, owner, `{ registryModule(id: "${id}") { verified } }`)
  expect(data['registryModule']).toEqual({ verified: true })
  await verify(administrator, false)
  expect(await verifiedModules('/v1/modules?verified=true')).toEqual([])
})

rule(
  '§7 modules',
  '`verified` is set by site administrators, audited with before and after … true or false, nothing else',
)
test('what is absent stays, and anything but true and false is 422', async () => {
  await verify(administrator, true)
  expect((await verify(administrator, undefined)).body.data.attributes.verified).toBe(true)
  const at = '/data/attributes/verified'
  for (const wrong of ['true', 1, {}])
    expect(faultsOf(await verify(administrator, wrong))).toEqual([[at, 'Verified is invalid']])
  expect(faultsOf(await verify(administrator, null))).toEqual([[at, "Verified can't be blank"]])
  expect((await as(app, owner).get(modulePath('acme/network/aws'))).body.data.attributes.verified).toBe(true)
})

rule(
  '§7 modules',
  '`verified` is set by site administrators, audited with before and after … and 404 for all others',
)
test('for all other callers it is not there, not even for the owner of the module', async () => {
  const before = await app.prisma.auditEvent.count({ where: { action: 'module.verify' } })
  const read = await app.make.token(administrator, { scopes: ['read'] })
  for (const by of [owner, await app.make.user(), read]) {
    const answer = await verify(by, false)
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  }
  expect((await verify(undefined, false)).status).toBe(401)
  for (const unknown of ['mod-0000000000000000', 'network', '%00'])
    expect((await verify(administrator, false, unknown)).body).toEqual(notFoundBody)
  const body = documentOf('registry-modules', { verified: false })
  expect(
    (await as(app, owner).patch(modulePath('acme/network/aws'), { body })).body.data.attributes.verified,
  ).toBe(true)
  expect(await app.prisma.auditEvent.count({ where: { action: 'module.verify' } })).toBe(before)
})

test('also where administrators are strangers to organizations, whose rights they are then not shown', async () => {
  const strict = await startTestApp({ LOG_LEVEL: 'silent', SITE_ADMIN_ORG_ACCESS: 'off' })
  const [ana, root] = [await strict.make.user(), await strict.make.administrator()]
  await strict.make.organization(ana, 'acme')
  const module = await createModule(strict, ana, 'acme/network/aws')
  const body = documentOf('registry-modules', { verified: true })
  const answer = await as(strict, root).patch(`/admin/registry-modules/${module.id}`, { body })
  expect(answer.body.data.attributes).toMatchObject({
    verified: true,
    permissions: { 'can-delete': false },
  })
})
