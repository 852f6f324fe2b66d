import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Team } from '../../src/domain/teams/team.js'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { as, documentOf, expectFaults, faultsOf, graphql } from '../rest.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')

const body = documentOf('authentication-tokens', { description: 'ci' })

/** A team with a member in it. */
async function teamWithMember(): Promise<[Team, Person]> {
  const team = await app.make.team(owner, acme)
  const member = await app.make.member(acme)
  await app.prisma.teamMember.create({ data: { teamId: team.id, userId: member.id } })
  return [team, member]
}

const setManagement = (team: Team, allowed: boolean) =>
  as(app, owner).patch(`/teams/${team.id}`, {
    body: documentOf('teams', { 'allow-member-token-management': allowed }),
  })

describe('the tokens of a team', () => {
  rule('§11 teams', '`allow-member-token-management`: members of the team manage that team’s tokens too')
  test('are managed by its members, as long as it lets them', async () => {
    const [team, member] = await teamWithMember()
    const path = `/teams/${team.id}/authentication-tokens`
    const shown = (await as(app, member).get(`/teams/${team.id}`)).body.data.attributes
    expect(shown).toMatchObject({
      'allow-member-token-management': true,
      permissions: { 'can-update-api-token': true, 'can-update-membership': false },
    })
    const made = await as(app, member).post(path, { body })
    expect(made.status).toBe(201)
    const token = `/authentication-tokens/${made.body.data.id}`
    expect((await as(app, member).get(path)).body.data).toHaveLength(1)
    expect((await as(app, member).get(token)).status).toBe(200)
    const query = `{ team(id: "${team.id}") { canManageTokens tokens { totalCount } } }`
    const seen = { canManageTokens: true, tokens: { totalCount: 1 } }
    expect((await graphql(app, member, query)).data['team']).toEqual(seen)

    expect((await setManagement(team, false)).body.data.attributes['allow-member-token-management']).toBe(
      false,
    )
    for (const answer of [
      await as(app, member).get(path),
      await as(app, member).post(path, { body }),
      await as(app, member).get(token),
      await as(app, member).delete(token),
      await as(app, member).post(`/teams/${team.id}/authentication-token`, { body: documentOf('', {}) }),
    ])
      expect(answer.status).toBe(404)
    const managed = `{ team(id: "${team.id}") { canManageTokens } }`
    expect((await graphql(app, member, managed)).data['team']).toEqual({ canManageTokens: false })
    expect((await graphql(app, member, query)).data['team']).toBeNull()
    expect((await as(app, owner).get(path)).body.data).toHaveLength(1)

    await setManagement(team, true)
    expect((await as(app, member).delete(token)).status).toBe(204)
  })

  test('are no business of other members, of tokens with scopes, or of the team’s own token', async () => {
    const [team, member] = await teamWithMember()
    const [other] = await teamWithMember()
    const path = `/teams/${team.id}/authentication-tokens`
    const colleague = await app.make.member(acme)
    const whose = { type: 'team', id: team.id, organizationId: acme.id } as const
    const { value } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
    const scoped = await app.make.token(member, { scopes: ['registry'] })
    for (const caller of [colleague, scoped, value])
      expect((await as(app, caller).get(path)).status).toBe(404)
    expect((await as(app, member).get(`/teams/${other.id}/authentication-tokens`)).status).toBe(404)
    expect((await as(app, member).get('/organizations/acme/team-tokens')).status).toBe(404)
    expect((await as(app, member).get('/organizations/acme/authentication-token')).status).toBe(404)
  })

  test('are closed to a member who has left the organization', async () => {
    const [team, member] = await teamWithMember()
    await app.prisma.organizationMembership.deleteMany({ where: { userId: member.id } })
    await app.prisma.teamMember.deleteMany({ where: { userId: member.id } })
    expect((await as(app, member).get(`/teams/${team.id}/authentication-tokens`)).status).toBe(404)
  })
})

describe('a team', () => {
  const create = (attributes: object) =>
    as(app, owner).post('/organizations/acme/teams', { body: documentOf('teams', attributes) })

  const declined = Object.fromEntries(
    [
      ...['access-secret-teams', 'delegate-policy-overrides', 'manage-agent-pools', 'manage-membership'],
      ...['manage-organization-access', 'manage-policies', 'manage-policy-overrides', 'manage-projects'],
      ...['manage-run-tasks', 'manage-teams', 'manage-vcs-settings', 'read-projects'],
    ].map((right) => [right, false]),
  )
  const acted = {
    'manage-modules': false,
    'manage-providers': false,
    'manage-workspaces': false,
    'read-workspaces': false,
  }
  const patch = (id: string, access: object) =>
    as(app, owner).patch(`/teams/${id}`, { body: documentOf('teams', { 'organization-access': access }) })

  rule('§18 kept', 'A right of `organization-access` that we do not have is kept and given back')
  test('keeps rights that this platform has nothing for, also such as no list has', async () => {
    const access = { 'manage-policies': true, 'delegate-policy-overrides': true, 'manage-moons': true }
    const made = await create({ name: 'wishful', 'organization-access': access })
    const first = { ...declined, ...acted, ...access }
    expect([made.status, made.body.data.attributes['organization-access']]).toEqual([201, first])
    const { id } = made.body.data as { id: string }
    const changed = await patch(id, { 'manage-policies': false, 'manage-modules': true })
    const second = { ...first, 'manage-policies': false, 'manage-modules': true }
    expect([changed.status, changed.body.data.attributes['organization-access']]).toEqual([200, second])
    expect((await as(app, owner).get(`/teams/${id}`)).body.data.attributes['organization-access']).toEqual(
      second,
    )
    const event = await app.prisma.auditEvent.findFirstOrThrow({
      where: { action: 'team.update', subjectId: id },
    })
    expect([event.before, event.after]).toMatchObject([
      { kept: access },
      { kept: { ...access, 'manage-policies': false } },
    ])
  })

  test('refuses rights that are no booleans, that have no name, or that are too many', async () => {
    const access = { 'manage-membership': 'yes', 'read-projects': null, 'no name': true }
    const refused = await create({ name: 'odd', 'organization-access': access })
    expectFaults(
      refused,
      ['/data/attributes/organization-access/manage-membership', 'Manage membership is invalid'],
      ['/data/attributes/organization-access/read-projects', "Read projects can't be blank"],
    )
    const unnamed = await create({ name: 'odd', 'organization-access': { 'no name': true } })
    expect([unnamed.status, faultsOf(unnamed)[0]?.[0]]).toEqual([
      422,
      '/data/attributes/organization-access/no name',
    ])
    const many = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`right-${from + at}`, true]))
    const { id } = (await create({ name: 'many', 'organization-access': many(64) })).body.data as {
      id: string
    }
    for (const answer of [
      await create({ name: 'odd', 'organization-access': many(65) }),
      await patch(id, many(1, 64)),
    ])
      expectFaults(answer, [
        '/data/attributes/organization-access',
        'Organization access is too long (maximum is 64 items)',
      ])
    expect(await app.prisma.team.count({ where: { name: 'odd' } })).toBe(0)
  })

  test('of the owners keeps them too, and refuses to take away what is acted upon', async () => {
    const owners = await ownersOf(app, acme)
    const same = await patch(owners, { 'manage-policies': false })
    expect([same.status, same.body.data.attributes['organization-access']]).toMatchObject([
      200,
      { 'manage-policies': false, 'manage-teams': true, 'manage-modules': true },
    ])
    expect((await patch(owners, { 'manage-modules': false })).status).toBe(422)
  })

  rule('§18 kept', '`organization-access` shows what was set, and the effective right is computed')
  test('shows that reading workspaces was not set, and reads states by managing them', async () => {
    const made = await create({ name: 'managers', 'organization-access': { 'manage-workspaces': true } })
    expect(made.body.data.attributes['organization-access']).toMatchObject({
      'manage-workspaces': true,
      'read-workspaces': false,
    })
    const manager = await app.make.manager(acme, { manageWorkspaces: true })
    await app.make.engineVersion(await app.make.administrator(), '1.9.0')
    const body = documentOf('workspaces', { name: 'managed' })
    const { id } = (await as(app, owner).post('/organizations/acme/workspaces', { body })).body.data
    const { permissions } = (await as(app, manager).get(`/workspaces/${id}`)).body.data.attributes
    expect(permissions).toMatchObject({ 'can-read-state-versions': true })
  })

  rule('§11 teams', 'A name may hold blanks inside')
  test.each(['Platform Team', 'a  b', 'x y z'])('may be called %j', async (name) => {
    const made = await create({ name })
    expect([made.status, made.body.data.attributes.name]).toEqual([201, name])
    const found = await as(app, owner).get(
      `/organizations/acme/teams?filter[names]=${encodeURIComponent(name)}`,
    )
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([made.body.data.id])
    expect((await create({ name: name.toUpperCase() })).body.errors[0].detail).toBe(
      'Name has already been taken',
    )
  })

  test.each([' a', 'a ', ' ', 'a\tb', 'a\nb', 'a\u00a0b'])('may not be called %j', async (name) => {
    expect((await create({ name })).status).toBe(422)
  })

  rule('§11 teams', '`GET /teams/:id/relationships/organization-memberships`')
  test('lists the memberships of its members and of those who are invited into it, the oldest first', async () => {
    const [team, member] = await teamWithMember()
    app.clock.move(1000)
    const invitation = {
      data: {
        type: 'organization-memberships',
        attributes: { email: 'new@example.com' },
        relationships: { teams: { data: [{ id: team.id, type: 'teams' }] } },
      },
    }
    expect(
      (await as(app, owner).post('/organizations/acme/organization-memberships', { body: invitation }))
        .status,
    ).toBe(201)
    const path = `/teams/${team.id}/relationships/organization-memberships`
    const { status, body: list } = await as(app, member).get(`${path}?include=user`)
    expect([status, list.meta.pagination['total-count']]).toEqual([200, 2])
    expect(list.data).toMatchObject([
      {
        type: 'organization-memberships',
        attributes: { status: 'active' },
        relationships: { user: { data: { id: member.id } } },
      },
      { type: 'organization-memberships', attributes: { status: 'invited', email: 'new@example.com' } },
    ])
    expect(list.included.map(({ type }: { type: string }) => type)).toEqual(['users', 'users'])
    const second = await as(app, member).get(`${path}?page[size]=1&page[number]=2`)
    expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual([list.data[1].id])
    const stranger = await app.make.user()
    expect((await as(app, stranger).get(path)).status).toBe(404)
  })
})
