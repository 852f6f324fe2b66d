import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'

let app: TestApp
let admin: Person
let owner: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.administrator('root')
  owner = await app.make.user('olga')
})
afterAll(() => app.stop())

const pathOf = ({ name }: Pick<Organization, 'name'>): string => `/admin/organizations/${name}`

async function change(organization: Organization, attributes: object) {
  return as(app, admin).patch(pathOf(organization), { body: documentOf('organizations', attributes) })
}

async function attributesOf(organization: Organization): Promise<Record<string, unknown>> {
  return (await as(app, admin).get(pathOf(organization))).body.data.attributes
}

const namesIn = (answer: { body: { data: { id: string }[] } }): string[] =>
  answer.body.data.map(({ id }) => id)

describe('an organization of the site', () => {
  test('reads with exactly the attributes, relationships and links of the contract', async () => {
    const acme = await app.make.organization(owner, 'acme')
    const answer = await as(app, admin).get('/admin/organizations/ACME')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: {
        id: 'acme',
        type: 'organizations',
        attributes: {
          name: 'acme',
          'external-id': acme.id,
          'notification-email': 'acme@example.com',
          'access-beta-tools': false,
          'global-module-sharing': false,
          'is-disabled': false,
          'sso-enabled': false,
          'workspace-limit': null,
          'apply-timeout': null,
          'plan-timeout': null,
          'engine-build-worker-apply-timeout': null,
          'engine-build-worker-plan-timeout': null,
          'engine-worker-sudo-enabled': false,
          'created-at': acme.createdAt.toISOString(),
        },
        relationships: {
          owners: { data: [{ id: owner.id, type: 'users' }] },
          'module-consumers': {
            links: { related: '/api/v2/admin/organizations/acme/relationships/module-consumers' },
          },
        },
        links: { self: '/api/v2/admin/organizations/acme' },
      },
    })
  })

  test('brings its owners along when asked, each once, in the list too', async () => {
    const other = await app.make.organization(owner)
    const shown = await as(app, admin).get(`${pathOf(other)}?include=owners`)
    expect(shown.body.included).toMatchObject([
      { id: owner.id, type: 'users', attributes: { username: 'olga', email: 'olga@example.com' } },
    ])
    const list = await as(app, admin).get(`/admin/organizations?include=owners&q=example.com`)
    expect(list.body.included.map(({ id }: { id: string }) => id)).toEqual([owner.id])
    expect((await as(app, admin).get(pathOf(other))).body.included).toBeUndefined()
    const wrong = await as(app, admin).get('/admin/organizations?include=owners,workspaces')
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors[0].detail).toBe('Invalid include parameter')
  })

  test('is a miss for anyone but a site administrator, on every method and path', async () => {
    const hidden = await app.make.organization(owner)
    const consumers = `${pathOf(hidden)}/relationships/module-consumers`
    for (const path of [
      '/admin/organizations',
      pathOf(hidden),
      consumers,
      '/admin/organizations/no-such-one',
    ])
      for (const method of ['get', 'patch', 'delete', 'options', 'post'] as const) {
        const refused = await as(app, owner)[method](path, method === 'patch' ? { body: '{' } : {})
        expect([refused.status, refused.body], `${method} ${path}`).toEqual([404, notFoundBody])
        const nobody = await as(app, undefined)[method](path)
        expect([nobody.status, nobody.body], `${method} ${path}`).toEqual([401, unauthorizedBody])
      }
    const missing = await as(app, admin).get('/admin/organizations/no-such-one')
    expect([missing.status, missing.body]).toEqual([404, notFoundBody])
    expect((await attributesOf(hidden))['is-disabled']).toBe(false)
  })

  test('a token that only reads sees it and changes nothing', async () => {
    const token = await app.make.token(admin, { scopes: ['read'] })
    const kept = await app.make.organization(owner)
    expect((await as(app, token).get(pathOf(kept))).status).toBe(200)
    const body = documentOf('organizations', { 'is-disabled': true })
    expect((await as(app, token).patch(pathOf(kept), { body })).status).toBe(404)
    expect((await as(app, token).delete(pathOf(kept))).status).toBe(404)
    expect((await attributesOf(kept))['is-disabled']).toBe(false)
  })
})

describe('an update', () => {
  test('changes what is sent, keeps the rest, answers the full resource and is audited', async () => {
    const acme = await app.make.organization(owner)
    const answer = await change(acme, {
      'access-beta-tools': true,
      'workspace-limit': 0,
      'apply-timeout': '1h30m',
      'engine-worker-sudo-enabled': true,
      'notification-email': 'ignored@example.com',
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({
      'access-beta-tools': true,
      'workspace-limit': 0,
      'apply-timeout': '1h30m',
      'engine-build-worker-apply-timeout': '1h30m',
      'plan-timeout': null,
      'engine-worker-sudo-enabled': true,
      'notification-email': acme.email,
    })
    expect(await attributesOf(acme)).toEqual(answer.body.data.attributes)
    const again = await change(acme, { 'workspace-limit': 7 })
    expect(again.body.data.attributes).toMatchObject({ 'access-beta-tools': true, 'workspace-limit': 7 })
    const rows = await app.prisma.auditEvent.findMany({
      where: { subjectId: acme.id, action: 'organization.set' },
    })
    expect(rows.map(({ actorId }) => actorId)).toEqual([admin.id, admin.id])
  })

  test('is accepted without a type, or with an empty one, and with no other', async () => {
    const acme = await app.make.organization(owner)
    const attributes = { 'workspace-limit': 3 }
    for (const data of [{ attributes }, { type: '', attributes }, { type: 'organizations', attributes }])
      expect((await as(app, admin).patch(pathOf(acme), { body: { data } })).status).toBe(200)
    const wrong = await as(app, admin).patch(pathOf(acme), { body: { data: { type: 'teams', attributes } } })
    expect([wrong.status, wrong.body.errors[0].source.pointer]).toEqual([422, '/data/type'])
    const without = await as(app, admin).patch(pathOf(acme), { body: {} })
    expect([without.status, without.body.errors[0].source.pointer]).toEqual([422, '/data'])
  })

  test('tells all wrong types and values at once and changes nothing', async () => {
    const acme = await app.make.organization(owner)
    const before = await attributesOf(acme)
    const answer = await change(acme, {
      'access-beta-tools': 'true',
      'global-module-sharing': 1,
      'is-disabled': null,
      'workspace-limit': -1,
      'engine-build-worker-apply-timeout': 'soon',
      'plan-timeout': 90,
    })
    expect(answer.status).toBe(422)
    const faults = answer.body.errors.map((each: { source: { pointer: string }; detail: string }) => [
      each.source.pointer,
      each.detail,
    ])
    expect(faults).toEqual([
      ['/data/attributes/access-beta-tools', 'Access beta tools is invalid'],
      ['/data/attributes/global-module-sharing', 'Global module sharing is invalid'],
      ['/data/attributes/is-disabled', "Is disabled can't be blank"],
      ['/data/attributes/workspace-limit', 'Workspace limit is invalid'],
      ['/data/attributes/engine-build-worker-apply-timeout', 'Engine build worker apply timeout is invalid'],
      ['/data/attributes/plan-timeout', 'Plan timeout is invalid'],
    ])
    for (const limit of [1.5, '5', true, 2 ** 31, [], {}])
      expect((await change(acme, { 'workspace-limit': limit })).status, String(limit)).toBe(422)
    expect(await attributesOf(acme)).toEqual(before)
  })

  test('keeps a duration as it was sent; null and an empty text unset it', async () => {
    const acme = await app.make.organization(owner)
    for (const duration of ['90m', '1.5h', '1h30m', '0s', '100ms']) {
      const set = await change(acme, { 'plan-timeout': duration })
      expect(set.body.data.attributes['engine-build-worker-plan-timeout']).toBe(duration)
    }
    for (const nothing of [null, '']) {
      await change(acme, { 'plan-timeout': '5m' })
      const unset = await change(acme, { 'engine-build-worker-plan-timeout': nothing })
      expect([unset.status, unset.body.data.attributes['plan-timeout']]).toEqual([200, null])
    }
    for (const wrong of ['5', 'm', '-5m', '5 m', '5w', '1h 30m', '5m\n'])
      expect((await change(acme, { 'plan-timeout': wrong })).status, wrong).toBe(422)
  })

  test('null lifts the limit of workspaces', async () => {
    const acme = await app.make.organization(owner)
    await change(acme, { 'workspace-limit': 5 })
    expect(
      (await change(acme, { 'workspace-limit': null })).body.data.attributes['workspace-limit'],
    ).toBeNull()
  })

  test('takes both names of a timeout, and refuses them when they differ', async () => {
    const acme = await app.make.organization(owner)
    const same = await change(acme, { 'apply-timeout': '2h', 'engine-build-worker-apply-timeout': '2h' })
    expect([same.status, same.body.data.attributes['apply-timeout']]).toEqual([200, '2h'])
    const apart = await change(acme, { 'apply-timeout': '3h', 'engine-build-worker-apply-timeout': '4h' })
    expect([apart.status, apart.body.errors[0].source.pointer]).toEqual([
      422,
      '/data/attributes/engine-build-worker-apply-timeout',
    ])
    expect((await attributesOf(acme))['apply-timeout']).toBe('2h')
  })

  test('sharing with all empties the list of consumers', async () => {
    const acme = await app.make.organization(owner)
    const other = await app.make.organization(owner)
    const consumers = `${pathOf(acme)}/relationships/module-consumers`
    await as(app, admin).patch(consumers, { body: { data: [{ id: other.name, type: 'organizations' }] } })
    expect(namesIn(await as(app, admin).get(consumers))).toEqual([other.name])
    expect((await change(acme, { 'global-module-sharing': true })).status).toBe(200)
    expect(namesIn(await as(app, admin).get(consumers))).toEqual([])
    expect(await app.prisma.moduleConsumer.count({ where: { producerId: acme.id } })).toBe(0)
  })

  test('with If-Match holds only for what was read', async () => {
    const acme = await app.make.organization(owner)
    const { etag = '' } = (await as(app, admin).get(pathOf(acme))).headers
    const body = documentOf('organizations', { 'workspace-limit': 1 })
    const ask = () => as(app, admin).patch(pathOf(acme), { body, headers: { 'If-Match': etag } })
    const statuses = (await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(9)
    const stale = await as(app, admin).delete(pathOf(acme), { headers: { 'If-Match': etag } })
    expect(stale.status).toBe(412)
    expect((await as(app, admin).get(pathOf(acme))).status).toBe(200)
  })
})

describe('the list', () => {
  const names = async (query: string) => namesIn(await as(app, admin).get(`/admin/organizations?${query}`))

  beforeAll(async () => {
    const somebody = await app.make.user()
    for (const name of ['Zeta_one', 'zeta-two', 'Beta%x', 'zeta-three'].map((n) => n.replace('%', '-')))
      await app.make.organization(somebody, name)
    const { organizations } = app.services
    await organizations.create(somebody.ctx, { name: 'mailers', email: 'zeta@post.example' })
    const two = await app.services.siteOrganizations.find(admin.ctx, 'zeta-two')
    await app.services.siteOrganizations.update(admin.ctx, two.id, { isDisabled: true })
    const three = await app.services.siteOrganizations.find(admin.ctx, 'zeta-three')
    await app.services.siteOrganizations.update(admin.ctx, three.id, { globalModuleSharing: true })
    const one = await app.services.siteOrganizations.find(admin.ctx, 'Zeta_one')
    await app.services.moduleSharing.setConsumers(admin.ctx, one.id, ['mailers'])
  })

  test('is sorted by name, by bytes, and holds disabled organizations', async () => {
    expect(await names('q=zeta')).toEqual(['Zeta_one', 'mailers', 'zeta-three', 'zeta-two'])
  })

  test('q searches name and e-mail address in any case and wins over q[name] and q[email]', async () => {
    expect(await names('q=ZETA-T&q[name]=nothing&q[email]=nothing')).toEqual(['zeta-three', 'zeta-two'])
    expect(await names('q[name]=ZETA')).toEqual(['Zeta_one', 'zeta-three', 'zeta-two'])
    expect(await names('q[email]=Zeta')).toEqual(['Zeta_one', 'mailers', 'zeta-three', 'zeta-two'])
    expect(await names('q[name]=mail&q[email]=post')).toEqual(['mailers'])
    expect(await names('q[name]=zeta&q[email]=post')).toEqual([])
  })

  test('percent sign, underscore and backslash match themselves', async () => {
    expect(await names('q[name]=zeta_')).toEqual(['Zeta_one'])
    expect(await names('q=%25')).toEqual([])
    expect(await names('q=%5C')).toEqual([])
  })

  test('filter[module_producer] asks who shares, with all or with some', async () => {
    expect(await names('q=zeta&filter[module_producer]=true')).toEqual(['Zeta_one', 'zeta-three'])
    expect(await names('q=zeta&filter[module_producer]=false')).toEqual(['mailers', 'zeta-two'])
    for (const wrong of ['yes', '', 'TRUE', '1']) {
      const answer = await as(app, admin).get(`/admin/organizations?filter[module_producer]=${wrong}`)
      expect([answer.status, answer.body.errors[0].source], wrong).toEqual([
        400,
        { parameter: 'filter[module_producer]' },
      ])
    }
    expect((await as(app, admin).get('/admin/organizations?filter[name]=zeta')).status).toBe(400)
  })

  test('counts total, active and disabled over the filtered set, whatever the page', async () => {
    const page = await as(app, admin).get('/admin/organizations?q=zeta&page[size]=1&page[number]=2')
    expect(namesIn(page)).toEqual(['mailers'])
    expect(page.body.meta['status-counts']).toEqual({ total: 4, active: 3, disabled: 1 })
    expect(page.body.meta.pagination).toMatchObject({ 'current-page': 2, 'total-pages': 4, 'total-count': 4 })
    expect(page.body.links.next).toBe(
      'http://registry.test/api/v2/admin/organizations?q=zeta&page%5Bsize%5D=1&page%5Bnumber%5D=3',
    )
    const none = await as(app, admin).get('/admin/organizations?q=nobody-has-this')
    expect(none.body.meta['status-counts']).toEqual({ total: 0, active: 0, disabled: 0 })
  })
})

describe('a deletion', () => {
  test('takes the organization away, disabled or not, and leaves its name taken', async () => {
    const gone = await app.make.organization(owner, 'gone-soon')
    await change(gone, { 'is-disabled': true })
    expect((await as(app, admin).delete(pathOf(gone))).status).toBe(204)
    expect((await as(app, admin).get(pathOf(gone))).body).toEqual(notFoundBody)
    expect((await as(app, admin).delete(pathOf(gone))).body).toEqual(notFoundBody)
    const body = documentOf('organizations', { name: 'Gone-Soon', email: 'a@example.com' })
    const again = await as(app, owner).post('/organizations', { body })
    expect([again.status, again.body.errors[0].detail]).toEqual([422, 'Name has already been taken'])
    const rows = await app.prisma.auditEvent.findMany({
      where: { subjectId: gone.id },
      orderBy: { id: 'asc' },
    })
    expect(rows.at(-1)).toMatchObject({ action: 'organization.delete', actorId: admin.id })
  })
})

test('attributes with the neutral word are spoken and understood in every alias', async () => {
  const aliased = await startTestApp({ ENGINE_ALIASES: 'terraform' })
  try {
    const root = await aliased.make.administrator()
    await aliased.make.organization(root, 'acme')
    const answer = await as(aliased, root).patch('/admin/organizations/acme', {
      body: documentOf('', {
        'terraform-build-worker-apply-timeout': '6h',
        'terraform-worker-sudo-enabled': true,
      }),
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({
      'apply-timeout': '6h',
      'engine-build-worker-apply-timeout': '6h',
      'terraform-build-worker-apply-timeout': '6h',
      'terraform-build-worker-plan-timeout': null,
      'engine-worker-sudo-enabled': true,
      'terraform-worker-sudo-enabled': true,
    })
    const apart = await as(aliased, root).patch('/admin/organizations/acme', {
      body: documentOf('', {
        'engine-build-worker-plan-timeout': '1h',
        'terraform-build-worker-plan-timeout': '2h',
      }),
    })
    expect([apart.status, apart.body.errors[0].source.pointer]).toEqual([
      422,
      '/data/attributes/terraform-build-worker-plan-timeout',
    ])
  } finally {
    await aliased.stop()
  }
})
