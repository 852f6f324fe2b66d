import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { publishModule, registry } from '../modules/module-requests.js'
import { as, graphql, notFoundBody } from '../rest.js'
import { racers } from '../full-run.js'

const plain = '/organizations/acme/authentication-token'
const path = `${plain}?token=audit-trails`
const trail = '/organization/audit-trail'
const empty = { data: { type: 'authentication-tokens', attributes: {} } }

async function valueAt(address: string): Promise<string> {
  const { status, body } = await as(app, owner).post(address, { body: empty })
  expect(status).toBe(201)
  return body.data.attributes.token as string
}

const read = (caller: Person | string | undefined, query = '') => as(app, caller).get(`${trail}${query}`)

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')

describe('the audit-trails token of an organization', () => {
  rule('§10 audit trail', '`?token=audit-trails` is a second token beside the one of the organization')
  test('it is made, shown, replaced and revoked beside the other one', async () => {
    expect((await as(app, owner).get(path)).status).toBe(404)
    const other = await valueAt(plain)
    const first = await valueAt(path)
    const second = await valueAt(path)
    expect((await as(app, other).get('/organizations/acme')).status).toBe(200)
    expect([(await read(first)).status, (await read(second)).status]).toEqual([401, 200])
    const shown = [await as(app, owner).get(plain), await as(app, owner).get(path)]
    expect(shown.map(({ body }) => body.data.attributes.scopes)).toEqual([undefined, ['audit-trails']])
    expect((await as(app, owner).delete(path)).status).toBe(204)
    expect((await as(app, owner).delete(path)).status).toBe(404)
    expect((await read(second)).status).toBe(401)
    expect((await as(app, other).get('/organizations/acme')).status).toBe(200)
  })

  rule('§10 audit trail', 'Any other value of `token` is 400 and changes nothing')
  test.each(['?token=', '?token=audit', '?token=user', '?token=audit-trails&token=audit-trails'])(
    '%s is 400 and leaves both tokens alone',
    async (query) => {
      const values = [await valueAt(plain), await valueAt(path)]
      for (const answer of [
        await as(app, owner).get(plain + query),
        await as(app, owner).post(plain + query, { body: empty }),
        await as(app, owner).delete(plain + query),
      ]) {
        expect(answer.status).toBe(400)
        expect(answer.body.errors[0].source).toEqual({ parameter: 'token' })
      }
      const [other = '', own = ''] = values
      expect((await as(app, other).get('/organizations/acme')).status).toBe(200)
      expect((await read(own)).status).toBe(200)
    },
  )

  test('of many replacements at once exactly one token of each kind lives', async () => {
    const addresses = Array.from({ length: racers }, (_, n) => (n % 2 ? plain : path))
    await Promise.all(addresses.map(valueAt))
    const tokens = await app.prisma.authenticationToken.findMany({ where: { organizationId: acme.id } })
    expect(tokens.map(({ scopes }) => scopes.length).sort()).toEqual([0, 1])
  })

  test('it takes an expiry and no scopes', async () => {
    const inAnHour = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const made = await as(app, owner).post(path, {
      body: { data: { attributes: { 'expired-at': inAnHour } } },
    })
    expect(made.body.data.attributes['expired-at']).toBe(inAnHour)
    const refused = await as(app, owner).post(path, { body: { data: { attributes: { scopes: ['read'] } } } })
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/scopes'])
  })

  rule('§10 audit trail', 'The audit-trails token reads nothing but the audit trail')
  test('it reads nothing else, writes nothing, and ends itself', async () => {
    await publishModule(app, owner, 'acme/network/aws', '1.0.0')
    const token = await valueAt(path)
    const { id } = (await as(app, owner).get(path)).body.data
    for (const address of [
      '/account/details',
      '/organizations/acme',
      '/organizations/acme/teams',
      '/organizations/acme/registry-modules',
      plain,
      path,
      '/admin/audit-events',
      '/api/exports/audit-events.csv?filter[organization]=acme',
      `/authentication-tokens/${id}`,
    ]) {
      const answer = await as(app, token).get(address)
      expect([answer.status, answer.body], address).toEqual([404, notFoundBody])
    }
    expect((await as(app, token).get('/organizations')).body.data ?? []).toEqual([])
    for (const address of [
      '/v1/modules',
      '/v1/modules/search?q=network',
      '/v1/modules/acme',
      '/v1/modules/acme/network/aws/versions',
      '/v1/providers/acme/cloud/versions',
      '/api/registry/public/v1/modules',
    ]) {
      const answer = await registry(app, token, address)
      expect([answer.status, answer.body], address).toEqual([404, { errors: ['Not Found'] }])
    }
    const { data } = await graphql(app, token, '{ organization(name: "acme") { id } }')
    expect(data?.['organization'] ?? null).toBeNull()
    expect((await as(app, token).post(path, { body: empty })).status).toBe(404)
    expect((await as(app, token).delete(`/authentication-tokens/${id}`)).status).toBe(204)
    expect((await read(token)).status).toBe(401)
  })
})

describe('the audit trail', () => {
  rule('§10 audit trail', 'Nothing but the audit-trails token reads the audit trail')
  test('no other caller reads it', async () => {
    const administrator = await app.make.administrator()
    const team = await app.make.team(owner, acme)
    const whose = { type: 'team', id: team.id, organizationId: acme.id } as const
    const { value } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
    for (const caller of [owner, administrator, value, await valueAt(plain)]) {
      const answer = await read(caller)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
    expect((await read(undefined)).status).toBe(401)
  })

  rule(
    '§10 audit trail',
    '`GET /organization/audit-trail` is the vendor’s document, of that organization alone',
  )
  test('it is the vendor’s document, newest first, and of that organization alone', async () => {
    const stranger = await app.make.user()
    await app.make.organization(stranger, 'foreign')
    const token = await valueAt(path)
    app.clock.move(1000)
    const team = await app.make.team(owner, acme, { name: 'auditors' })
    const { status, headers, body } = await read(token)
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(body.data[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      version: '0',
      type: 'Resource',
      timestamp: app.clock.now().toISOString(),
      auth: {
        accessor_id: owner.id,
        description: 'owner',
        type: 'Client',
        impersonator_id: null,
        organization_id: acme.id,
      },
      request: { id: expect.any(String) },
      resource: { id: team.id, type: 'team', action: 'create', meta: { name: 'auditors' } },
    })
    const seen = new Set(
      body.data.map((event: { auth: { organization_id: string } }) => event.auth.organization_id),
    )
    expect([...seen]).toEqual([acme.id])
    expect(JSON.stringify(body)).not.toContain('foreign')
    expect(
      body.data.some((event: { resource: object }) => JSON.stringify(event.resource).includes(token)),
    ).toBe(false)
  })

  test('what is deleted reads as destroyed', async () => {
    const team = await app.make.team(owner, acme, { name: 'leavers' })
    await as(app, owner).delete(`/teams/${team.id}`)
    const { body } = await read(await valueAt(path))
    const [gone] = body.data.filter(
      ({ resource }: { resource: { id: string; action: string } }) => resource.id === team.id,
    )
    expect(gone.resource).toMatchObject({ type: 'team', action: 'destroy', meta: { event: 'team.delete' } })
  })

  rule('§10 audit trail', '`since` gives what came after it; a bad one is 400')
  test('since gives what came after it, and a bad one is 400', async () => {
    const token = await valueAt(path)
    app.clock.move(60_000)
    const before = app.clock.now().toISOString()
    await app.make.team(owner, acme, { name: 'at-that-moment' })
    app.clock.move(1)
    await app.make.team(owner, acme, { name: 'later' })
    const namesSince = async (since: string): Promise<string[]> => {
      const { body } = await read(token, `?since=${encodeURIComponent(since)}`)
      return body.data.map(({ resource }: { resource: { meta: { name: string } } }) => resource.meta.name)
    }
    expect(await namesSince(before)).toEqual(['later'])
    expect(await namesSince(new Date(Date.parse(before) - 1).toISOString())).toEqual([
      'later',
      'at-that-moment',
    ])
    expect(await namesSince('2100-01-01')).toEqual([])
    expect((await read(token, '?since=')).body.data.length).toBeGreaterThan(2)
    for (const bad of [
      'yesterday',
      '2026-13-01',
      '0',
      '0000-01-01',
      '0001-01-01T00:00:00%2B14:00',
      '9999-12-31T23:59:59-14:00',
    ]) {
      const answer = await read(token, `?since=${bad}`)
      expect([answer.status, answer.body.errors[0].source], bad).toEqual([400, { parameter: 'since' }])
    }
  })

  test('its pages hold what is asked for, up to a thousand, and lead to everything', async () => {
    const token = await valueAt(path)
    for (let n = 0; n < 3; n++) await app.make.team(owner, acme)
    const whole = (await read(token)).body
    const total = whole.data.length as number
    expect(whole.pagination).toEqual({
      current_page: 1,
      prev_page: null,
      next_page: null,
      total_pages: 1,
      total_count: total,
    })
    expect((await read(token, '?page[size]=5000')).body.data).toHaveLength(total)
    const ids: string[] = []
    for (let page: number | null = 1; page !== null;) {
      const { body } = await read(token, `?page[size]=2&page[number]=${page}`)
      ids.push(...body.data.map(({ id }: { id: string }) => id))
      page = body.pagination.next_page as number | null
    }
    expect(ids).toEqual(whole.data.map(({ id }: { id: string }) => id))
    expect((await read(token, '?page[number]=zero')).status).toBe(400)
  })
})
