import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { as, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'
import { openSite, pathOf } from './admin-organizations.js'

const { app, admin, owner, change, attributesOf } = await openSite()

describe('an organization of the site', () => {
  rule('§5 organizations', 'Show has exactly the attributes, relationships and links described')
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
          'global-provider-sharing': false,
          'is-disabled': false,
          'sso-enabled': false,
          'sso-groups': [],
          'workspace-limit': null,
          'apply-timeout': null,
          'plan-timeout': null,
          'engine-build-worker-apply-timeout': null,
          'engine-build-worker-plan-timeout': null,
          'engine-worker-sudo-enabled': false,
          'engine-policy': null,
          'public-providers': null,
          'provider-cooldown': null,
          'created-at': acme.createdAt.toISOString(),
        },
        relationships: {
          owners: { data: [{ id: owner.id, type: 'users' }] },
          'module-consumers': {
            links: { related: '/api/v2/admin/organizations/acme/relationships/module-consumers' },
          },
          'provider-consumers': {
            links: { related: '/api/v2/admin/organizations/acme/relationships/provider-consumers' },
          },
        },
        links: { self: '/api/v2/admin/organizations/acme' },
      },
    })
  })

  rule('§2 errors', 'An unknown `include` is 400 with its detail')
  rule('§5 organizations', '`include=owners` brings the owners along')
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

  rule('§5 organizations', 'Everything is 404 for anyone but a site administrator')
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
        const anonymous = await as(app, undefined)[method](path)
        expect([anonymous.status, anonymous.body], `${method} ${path}`).toEqual([401, unauthorizedBody])
      }
    const missing = await as(app, admin).get('/admin/organizations/no-such-one')
    expect([missing.status, missing.body]).toEqual([404, notFoundBody])
    expect((await attributesOf(hidden))['is-disabled']).toBe(false)
  })

  test('a token that only reads sees it and changes nothing', async () => {
    const token = await app.make.token(admin, { scopes: ['read'] })
    const unchanged = await app.make.organization(owner)
    expect((await as(app, token).get(pathOf(unchanged))).status).toBe(200)
    const body = documentOf('organizations', { 'is-disabled': true })
    expect((await as(app, token).patch(pathOf(unchanged), { body })).status).toBe(404)
    expect((await as(app, token).delete(pathOf(unchanged))).status).toBe(404)
    expect((await attributesOf(unchanged))['is-disabled']).toBe(false)
  })
})

describe('a deletion', () => {
  rule('§5 organizations', 'DELETE is 204')
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
