import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaceServices } from '../../src/http/face-services.js'
import { routes } from '../../src/rest/routes.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import {
  archiveLink,
  createModule,
  moduleArchive,
  publish,
  put,
  registry,
  uploadLink,
} from '../modules/module-requests.js'
import { everyCaller, type Callers } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { as, documentOf, graphql, notFoundBody, unauthorizedBody } from '../rest.js'

let app: TestApp
let callers: Callers
let admin: Person
let owner: Person

beforeAll(async () => {
  app = await startTestApp()
  callers = await everyCaller(app)
  owner = callers.owner
  admin = await app.make.administrator()
})
afterAll(() => app.stop())

/** Tells whether a route belongs to an organization: not to the site, to a user, or to no organization. */
const isOfOrganization = (route: string): boolean =>
  !/^\/(admin|account|users)\//.test(route) &&
  ![
    '/organizations',
    '/authentication-tokens/:id',
    '/organization-memberships',
    '/registry-modules',
    '/runs',
    '/team-projects',
    '/team-workspaces',
  ].includes(route)

async function setDisabled(isDisabled: boolean): Promise<void> {
  const body = documentOf('organizations', { 'is-disabled': isDisabled })
  expect((await as(app, admin).patch('/admin/organizations/acme', { body })).status).toBe(200)
}

async function expectMisses(caller: Person, path: string): Promise<void> {
  // A path that names its organization in a filter is one of the site, with its own methods.
  const reads = ['get', 'head'] as const
  const methods = path.includes('?') ? reads : ([...reads, 'post', 'patch', 'delete', 'options'] as const)
  const ask = async (method: 'get' | 'head' | 'post' | 'patch' | 'delete' | 'options'): Promise<void> => {
    const hasBody = method === 'post' || method === 'patch'
    const answer = await as(app, caller)[method](path, hasBody ? { body: {} } : {})
    expect(answer.status, `${method} ${path}`).toBe(404)
    if (method !== 'head') expect(answer.body).toEqual(notFoundBody)
  }
  await Promise.all(methods.map(ask))
}

rule('Spec resources', '`is-disabled` makes an organization inaccessible')
rule('§5 disabled', 'Every path of it and of its things is 404, and all is back once it is enabled')
test('every path of a disabled organization and of its things is a miss, and all is back once it is enabled', async () => {
  const table = Object.keys(routes({} as FaceServices)).filter(isOfOrganization)
  expect(table.length).toBeGreaterThan(15)
  const paths: string[] = []
  for (const route of table) paths.push(await thingAt(app, callers, route, 'GET'))
  const statuses = async (): Promise<number[]> => {
    const all: number[] = []
    for (const path of paths) all.push((await as(app, owner).get(path)).status)
    return all
  }
  const before = await statuses()
  expect(before).toContain(200)
  const audited = await app.prisma.auditEvent.count()
  await setDisabled(true)
  for (const path of paths) await Promise.all([owner, admin].map((caller) => expectMisses(caller, path)))
  await setDisabled(false)
  expect(await app.prisma.auditEvent.count()).toBe(audited + 2)
  expect(await statuses()).toEqual(before)
})

rule('§5 disabled', 'Its tokens and those of its teams answer 401')
test('its tokens and those of its teams are no good while it is disabled', async () => {
  const { organization } = callers
  const { tokens } = app.services
  const team = await app.make.team(owner, organization)
  const owners = [
    { type: 'organization', id: organization.id },
    { type: 'team', id: team.id, organizationId: organization.id },
  ] as const
  const values: string[] = []
  for (const each of owners) values.push((await tokens.replacePlain(owner.ctx, each, {})).value)
  const answers = () => Promise.all(values.map((value) => as(app, value).get('/organizations/acme')))
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200])
  await setDisabled(true)
  for (const answer of await answers()) expect([answer.status, answer.body]).toEqual([401, unauthorizedBody])
  expect((await as(app, owner).get('/account/details')).status).toBe(200)
  await setDisabled(false)
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200])
})

rule('§5 disabled', 'It is in no list of REST or GraphQL but those of site administrators')
test('it stands in no list, neither of REST nor of GraphQL, but in those of site administrators', async () => {
  const rest = async () =>
    (await as(app, owner).get('/organizations')).body.data.map(({ id }: { id: string }) => id)
  const console = async () => {
    const { data } = await graphql(app, owner, '{ viewer { organizations { nodes { name } totalCount } } }')
    return data['viewer']?.['organizations']
  }
  const shown = async () => {
    const query = '{ siteOrganization(name: "acme") { name isDisabled } }'
    return (await graphql(app, admin, query)).data['siteOrganization']
  }
  await setDisabled(true)
  expect(await rest()).not.toContain('acme')
  expect(await console()).not.toMatchObject({ nodes: expect.arrayContaining([{ name: 'acme' }]) })
  expect(await shown()).toEqual({ name: 'acme', isDisabled: true })
  const administered = await as(app, admin).get('/admin/organizations/acme')
  expect(administered.body.data.attributes['is-disabled']).toBe(true)
  await setDisabled(false)
  expect(await rest()).toContain('acme')
  expect(await console()).toMatchObject({ nodes: expect.arrayContaining([{ name: 'acme' }]) })
})

rule('§5 disabled', 'Its registry content, signed links and upload links stop')
rule('§7 archives', 'It ends with the version … with the organization')
test('its registry, its signed links and its upload links stop, and go on afterwards', async () => {
  const address = 'acme/shared/aws'
  await createModule(app, owner, address)
  await publish(app, owner, address, '1.0.0')
  const archive = await archiveLink(app, owner, address, '1.0.0')
  const upload = await uploadLink(app, owner, address, '1.1.0')
  const organizationId = callers.organization.id
  const key = { id: 'key-1', organizationId, keyId: 'A1B2C3D4E5F60718', asciiArmor: 'armored' }
  const at = app.clock.now()
  await app.prisma.gpgKey.create({ data: { ...key, createdAt: at, updatedAt: at } })
  const keys = async () => {
    const path = '/api/registry/private/v2/gpg-keys?filter%5Bnamespace%5D=acme'
    return (await registry(app, owner, path)).body.data.length
  }
  const reads = async () => [
    await keys(),
    (await registry(app, owner, `/v1/modules/${address}/versions`)).status,
    (await registry(app, owner, `/v1/modules/${address}/1.0.0/download`)).status,
    (await registry(app, admin, `/v1/modules/${address}/versions`)).status,
    (await app.http.get(archive)).status,
  ]
  expect(await reads()).toEqual([1, 200, 204, 200, 200])
  await setDisabled(true)
  expect(await reads()).toEqual([0, 404, 404, 404, 404])
  expect((await put(app, upload, moduleArchive())).status).toBe(404)
  await setDisabled(false)
  expect(await reads()).toEqual([1, 200, 204, 200, 200])
  expect((await put(app, upload, moduleArchive())).status).toBe(200)
})
