import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { listed, publishModule } from '../modules/module-requests.js'
import { freshProvider } from '../providers.js'
import { as, documentOf, notFoundBody } from '../rest.js'

const app = await startTestApp()
const owner = await app.make.user('olga')

const create = (by: Person, attributes: object) =>
  as(app, by).post('/organizations', { body: documentOf('organizations', attributes) })

const change = (name: string, attributes: object, by: Person | string = owner) =>
  as(app, by).patch(`/organizations/${name}`, { body: documentOf('organizations', attributes) })

const everything = {
  'can-create-module': true,
  'can-create-provider': true,
  'can-create-team': true,
  'can-create-workspace': true,
  'can-destroy': true,
  'can-manage-users': true,
  'can-traverse': true,
  'can-update': true,
  'can-update-api-token': true,
}

describe('an organization', () => {
  rule('§3 organizations', 'Show and list read as client libraries expect')
  test('is created with its maker as owner and reads as client libraries expect', async () => {
    const made = await create(owner, { name: 'acme', email: 'acme@example.com' })
    expect(made.status).toBe(201)
    expect(made.body.data).toEqual({
      id: 'acme',
      type: 'organizations',
      attributes: {
        name: 'acme',
        'external-id': expect.stringMatching(/^org-[A-Za-z0-9]{16}$/),
        email: 'acme@example.com',
        'created-at': app.clock.now().toISOString(),
        'user-tokens-enabled': true,
        'allow-force-delete-workspaces': false,
        'speculative-plan-management-enabled': true,
        ...{ 'session-timeout': null, 'session-remember': null },
        ...{ 'assessments-enforced': false, 'cost-estimation-enabled': false },
        ...{ 'aggregated-commit-status-enabled': false, 'registry-monorepo-support-enabled': false },
        'stacks-enabled': false,
        'owners-team-saml-role-id': null,
        'send-passing-statuses-for-untriggered-speculative-plans': false,
        'default-execution-mode': 'local',
        'collaborator-auth-policy': 'password',
        'saml-enabled': false,
        'sso-groups': [],
        'module-interface-policy': 'observe',
        ...{ 'engine-policy': null, 'public-providers': null, 'provider-cooldown': null },
        permissions: everything,
      },
      relationships: {
        'entitlement-set': { links: { related: '/api/v2/organizations/acme/entitlement-set' } },
        'module-producers': {
          links: { related: '/api/v2/organizations/acme/relationships/module-producers' },
        },
        'default-project': { data: { id: expect.stringMatching(/^prj-[A-Za-z0-9]{16}$/), type: 'projects' } },
      },
      links: { self: '/api/v2/organizations/acme' },
    })
    expect((await as(app, owner).get('/organizations/ACME')).body).toEqual(made.body)
    expect((await as(app, owner).get('/organizations')).body.data).toEqual([made.body.data])
  })

  test("tells each caller that caller's own rights", async () => {
    const here = await app.make.organization(owner)
    const member = await app.make.member(here)
    const manager = await app.make.manager(here, { manageWorkspaces: true })
    const nothing = Object.fromEntries(Object.keys(everything).map((key) => [key, key === 'can-traverse']))
    const rights = async (by: Person | string) =>
      (await as(app, by).get(`/organizations/${here.name}`)).body.data.attributes.permissions
    expect(await rights(member)).toEqual(nothing)
    expect(await rights(manager)).toEqual({ ...nothing, 'can-create-workspace': true })
    expect(await rights(await app.make.token(owner, { scopes: ['read'] }))).toEqual(nothing)
    const list = await as(app, manager).get('/organizations')
    expect(list.body.data[0].attributes.permissions).toEqual({ ...nothing, 'can-create-workspace': true })
  })

  test('is listed to its own token and to those of its teams, alone', async () => {
    const here = await app.make.organization(owner)
    const team = await app.make.team(owner, here)
    const { tokens } = app.services
    const ofTeam = { type: 'team', id: team.id, organizationId: here.id } as const
    for (const { value } of [
      await tokens.create(owner.ctx, { type: 'organization', id: here.id }, {}),
      await tokens.create(owner.ctx, ofTeam, { description: 'ci' }),
    ]) {
      const list = await as(app, value).get('/organizations')
      expect(list.status).toBe(200)
      expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([here.name])
    }
  })

  rule('§3 organizations', '`GET …/entitlement-set`')
  test('is found by a part of its name or its notification e-mail, in any case, among those of the caller', async () => {
    const person = await app.make.user()
    for (const name of ['north-wind', 'south_wind']) await app.make.organization(person, name)
    const found = async (q: string) =>
      (await as(app, person).get(`/organizations?q=${q}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await found('NORTH')).toEqual(['north-wind'])
    expect(await found('Wind%40example')).toEqual(['north-wind', 'south_wind'])
    expect(await found('h_w')).toEqual(['south_wind'])
    expect(await found('')).toEqual(['north-wind', 'south_wind'])
    expect(await found('elsewhere')).toEqual([])
  })

  test('is found by a part of the name alone, or of the notification e-mail alone, or both', async () => {
    const person = await app.make.user()
    for (const name of ['east-wind', 'west_wind']) await app.make.organization(person, name)
    const found = async (query: string) =>
      (await as(app, person).get(`/organizations?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await found('q[name]=EAST')).toEqual(['east-wind'])
    expect(await found('q[name]=example')).toEqual([])
    expect(await found('q[email]=Wind%40example')).toEqual(['east-wind', 'west_wind'])
    expect(await found('q[email]=wind&q[name]=t_w')).toEqual(['west_wind'])
  })

  test('has an entitlement set of booleans, for its members', async () => {
    const here = await app.make.organization(owner)
    const answer = await as(app, await app.make.member(here)).get(
      `/organizations/${here.name}/entitlement-set`,
    )
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      id: here.id,
      type: 'entitlement-sets',
      attributes: { teams: true, 'private-module-registry': true, sentinel: false, agents: false },
    })
    for (const value of Object.values(answer.body.data.attributes)) expect(typeof value).toBe('boolean')
    const stranger = await as(app, await app.make.user()).get(`/organizations/${here.name}/entitlement-set`)
    expect([stranger.status, stranger.body]).toEqual([404, notFoundBody])
  })
})

describe('an update', () => {
  test('is for owners: members get a miss and change nothing', async () => {
    const here = await app.make.organization(owner)
    const member = await app.make.member(here)
    const stranger = await app.make.user()
    const reading = await app.make.token(owner, { scopes: ['read'] })
    for (const by of [member, stranger, reading]) {
      const answer = await change(here.name, { email: 'b@example.com' }, by)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
      expect((await as(app, by).delete(`/organizations/${here.name}`)).status).toBe(404)
    }
    expect((await as(app, owner).get(`/organizations/${here.name}`)).body.data.attributes.email).toBe(
      here.email,
    )
  })

  rule('§3 organizations', 'PATCH changes what is sent and keeps what is absent')
  test('changes the e-mail address and keeps what is absent', async () => {
    const here = await app.make.organization(owner)
    const answer = await change(here.name, { email: 'new@example.com', 'session-timeout': 20 })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({ name: here.name, email: 'new@example.com' })
    const [row] = await app.prisma.auditEvent.findMany({
      where: { subjectId: here.id, action: 'organization.update' },
    })
    expect(row).toMatchObject({ actorId: owner.id, administratorOverride: false })
  })

  test('by a site administrator is audited as an override', async () => {
    const here = await app.make.organization(owner)
    expect((await change(here.name, { email: 'x@example.com' }, await app.make.administrator())).status).toBe(
      200,
    )
    const where = { subjectId: here.id, action: 'organization.update' }
    expect((await app.prisma.auditEvent.findFirst({ where }))?.administratorOverride).toBe(true)
  })

  test('tells all faults at once', async () => {
    const here = await app.make.organization(owner)
    const answer = await change(here.name, { name: 'a b', email: null })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      'Name is invalid',
      "Email can't be blank",
    ])
    const untyped = await as(app, owner).patch(`/organizations/${here.name}`, { body: { data: {} } })
    expect([untyped.status, untyped.body.errors[0].source.pointer]).toEqual([422, '/data/type'])
  })

  rule('§1 names', 'A former name stays taken too')
  test('with a new name moves everything under it; the former name stays taken but for itself', async () => {
    const here = await app.make.organization(owner, 'before')
    await publishModule(app, owner, 'before/network/aws', '1.0.0')
    const provider = documentOf('registry-providers', {
      name: 'cloud',
      namespace: 'before',
      'registry-name': 'private',
    })
    expect(
      (await as(app, owner).post('/organizations/before/registry-providers', { body: provider })).status,
    ).toBe(201)
    const answer = await change('before', { name: 'After' })
    expect([answer.status, answer.body.data.id]).toEqual([200, 'After'])
    expect(answer.body.data.attributes['external-id']).toBe(here.id)
    const former = await as(app, owner).get('/organizations/before')
    expect([former.status, former.headers['location']]).toEqual([301, '/api/v2/organizations/After'])
    expect(await listed(app, owner, 'after/network/aws')).toEqual(['1.0.0'])
    const moved = '/organizations/After/registry-providers/private/After/cloud'
    expect((await as(app, owner).get(moved)).status).toBe(200)
    const again = await create(await app.make.user(), { name: 'BEFORE', email: 'b@example.com' })
    expect([again.status, again.body.errors[0].detail]).toEqual([422, 'Name has already been taken'])
    expect((await change('After', { name: 'AFTER' })).body.data.id).toBe('AFTER')
    expect((await change('after', { name: 'before' })).body.data.id).toBe('before')
  })

  test('to a name that another has, or had, is refused', async () => {
    const [one, two] = [await app.make.organization(owner), await app.make.organization(owner)]
    await change(two.name, { name: `${two.name}-new` })
    for (const name of [two.name, `${two.name}-new`.toUpperCase()]) {
      const answer = await change(one.name, { name })
      expect([answer.status, answer.body.errors]).toMatchObject([
        422,
        [{ detail: 'Name has already been taken', source: { pointer: '/data/attributes/name' } }],
      ])
    }
    expect((await as(app, owner).get(`/organizations/${one.name}`)).status).toBe(200)
  })

  rule('§3 organizations', 'A rename races with creations cleanly')
  test('of 30 creations and renamings to one name at once, one succeeds', async () => {
    const here = await Promise.all(Array.from({ length: 15 }, () => app.make.organization(owner)))
    const answers = await Promise.all([
      ...here.map(({ name }) => change(name, { name: 'wanted' })),
      ...here.map(() => create(owner, { name: 'Wanted', email: 'w@example.com' })),
    ])
    const done = answers.filter(({ status }) => status === 200 || status === 201)
    expect(done).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(29)
    expect(await app.prisma.organization.count({ where: { nameKey: 'wanted' } })).toBe(1)
  })

  test('with If-Match applies only to what was read', async () => {
    const here = await app.make.organization(owner)
    const path = `/organizations/${here.name}`
    const { etag = '' } = (await as(app, owner).get(path)).headers
    const body = documentOf('organizations', { email: 'first@example.com' })
    expect((await as(app, owner).patch(path, { body, headers: { 'If-Match': etag } })).status).toBe(200)
    expect((await as(app, owner).patch(path, { body, headers: { 'If-Match': etag } })).status).toBe(412)
    expect((await as(app, owner).delete(path, { headers: { 'If-Match': etag } })).status).toBe(412)
  })
})

describe('a deletion', () => {
  rule(
    '§3 organizations',
    'Deleting takes along teams, tokens, workspaces, providers, modules and consumer links',
  )
  test('takes along teams, tokens, workspaces, providers, modules, consumer links and stored files', async () => {
    const admin = await app.make.administrator()
    const here = await app.make.organization(owner)
    const other = await app.make.organization(owner)
    const address = `${here.name}/network/aws`
    await publishModule(app, owner, address, '1.0.0')
    const team = await app.make.team(owner, here)
    const ofTeam = { type: 'team', id: team.id, organizationId: here.id } as const
    const { value } = await app.services.tokens.create(owner.ctx, ofTeam, { description: 'ci' })
    const version = await app.make.engineVersion(admin, '1.0.0')
    await app.make.workspace(owner, here, version.version)
    await freshProvider(app, owner, here.name)
    const { registryPartnerships } = app.services
    await registryPartnerships.setConsumers(admin.ctx, here.id, 'modules', [other.name])
    await registryPartnerships.setConsumers(admin.ctx, other.id, 'modules', [here.name])
    const { storageKey } = await app.prisma.moduleVersion.findFirstOrThrow({
      where: { module: { organizationId: here.id } },
    })
    expect(await app.storage.stat(storageKey ?? '')).toBeDefined()
    expect((await as(app, owner).delete(`/organizations/${here.name}`)).status).toBe(204)
    const organizationId = here.id
    expect(await app.prisma.team.count({ where: { organizationId } })).toBe(0)
    expect(await app.prisma.organizationMembership.count({ where: { organizationId } })).toBe(0)
    expect(await app.prisma.workspace.count({ where: { organizationId } })).toBe(0)
    expect(await app.prisma.registryProvider.count({ where: { organizationId } })).toBe(0)
    expect(await app.prisma.module.count({ where: { organizationId } })).toBe(0)
    const links = { OR: [{ producerId: here.id }, { consumerId: here.id }] }
    expect(await app.prisma.moduleConsumer.count({ where: links })).toBe(0)
    expect((await as(app, value).get('/account/details')).status).toBe(401)
    expect(await app.storage.stat(storageKey ?? '')).toBeUndefined()
    expect(
      (await as(app, admin).get(`/admin/engine-versions/${version.id}`)).body.data.attributes.usage,
    ).toBe(0)
    expect((await as(app, owner).get(`/organizations/${here.name}`)).body).toEqual(notFoundBody)
    const again = await create(owner, { name: here.name, email: 'a@example.com' })
    expect([again.status, again.body.errors[0].detail]).toEqual([422, 'Name has already been taken'])
  })

  test('answers a caller who makes something in it at that very moment with a miss', async () => {
    const here = await app.make.organization(owner)
    const body = documentOf('registry-modules', { name: 'late', provider: 'aws' })
    const isWaiting = async (): Promise<boolean> => {
      const [row] = await app.prisma.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO%modules%'`
      return row?.count === 1n
    }
    const creation = await app.prisma.$transaction(async (tx) => {
      await tx.organization.delete({ where: { id: here.id } })
      const asked = as(app, owner).post(`/organizations/${here.name}/registry-modules`, { body })
      await expect.poll(isWaiting).toBe(true)
      return { asked }
    })
    const answer = await creation.asked
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  })
})
