import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { as, documentOf, faultsOf, notFoundBody } from '../rest.js'
import { racers } from '../full-run.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
await app.prisma.organization.update({ where: { id: acme.id }, data: { ssoGroups: ['sso-1', 'x'] } })
const member = await app.make.member(acme, 'member')

const teams = '/organizations/acme/teams'
const create = (attributes: object, caller: Person = owner) =>
  as(app, caller).post(teams, { body: documentOf('teams', attributes) })
const patch = (id: string, attributes: object, headers: Record<string, string> = {}) =>
  as(app, owner).patch(`/teams/${id}`, { body: documentOf('teams', attributes), headers })
const users = (...usernames: string[]): object => ({ data: usernames.map((id) => ({ type: 'users', id })) })
const names = (answer: { body: { data: { attributes: { name: string } }[] } }): string[] =>
  answer.body.data.map(({ attributes }) => attributes.name)

/** Rights that this platform has nothing for. */
const declined = Object.fromEntries(
  [
    ...['access-secret-teams', 'delegate-policy-overrides', 'manage-agent-pools', 'manage-membership'],
    ...['manage-organization-access', 'manage-policies', 'manage-policy-overrides', 'manage-projects'],
    ...['manage-run-tasks', 'manage-teams', 'manage-vcs-settings', 'read-projects'],
  ].map((right) => [right, false]),
)

describe('a team', () => {
  rule('§3 teams', 'The rights in `organization-access` are false by default')
  test('is created with rights that are false unless given, and shown as the client library reads it', async () => {
    const made = await create({
      name: 'network',
      visibility: 'organization',
      'sso-team-id': 'sso-1',
      'organization-access': { 'manage-modules': true, 'manage-policies': false },
    })
    expect(made.status).toBe(201)
    expect(made.body.data).toEqual({
      id: expect.stringMatching(/^team-[A-Za-z0-9]{16}$/),
      type: 'teams',
      attributes: {
        name: 'network',
        visibility: 'organization',
        'sso-team-id': 'sso-1',
        'allow-member-token-management': true,
        'users-count': 0,
        'organization-access': {
          ...declined,
          'manage-providers': false,
          'manage-modules': true,
          'manage-workspaces': false,
          'read-workspaces': false,
        },
        permissions: {
          'can-destroy': true,
          'can-update-membership': true,
          'can-update-organization-access': true,
          'can-update-api-token': true,
        },
        'created-at': app.clock.now().toISOString(),
      },
      relationships: {
        organization: { data: { id: 'acme', type: 'organizations' } },
        users: { data: [] },
        'authentication-token': {
          links: { related: `/api/v2/teams/${made.body.data.id}/authentication-token` },
        },
      },
      links: { self: `/api/v2/teams/${made.body.data.id}` },
    })
    const shown = await as(app, member).get(`/teams/${made.body.data.id}`)
    expect(shown.status).toBe(200)
    expect(shown.body.data.attributes.permissions).toEqual({
      'can-destroy': false,
      'can-update-membership': false,
      'can-update-organization-access': false,
      'can-update-api-token': false,
    })
  })

  test('tells all faults at once', async () => {
    const answer = await create({
      name: 'a  b ',
      visibility: 'public',
      'sso-team-id': 7,
      'organization-access': { 'manage-modules': 'yes', 'manage-providers': 1 },
    })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual([
      ['/data/attributes/name', 'Name is invalid'],
      ['/data/attributes/organization-access/manage-providers', 'Manage providers is invalid'],
      ['/data/attributes/organization-access/manage-modules', 'Manage modules is invalid'],
      ['/data/attributes/visibility', 'Visibility is not included in the list'],
      ['/data/attributes/sso-team-id', 'Sso team id is invalid'],
    ])
    expect((await create({})).body.errors[0].detail).toBe("Name can't be blank")
    expect((await create({ name: 'x', 'organization-access': 'all' })).status).toBe(422)
  })

  rule('§3 teams', 'Names are unique in their organization, in any case')
  test('has a name that is unique in its organization in any case, also of many at once', async () => {
    await create({ name: 'unique' })
    expect((await create({ name: 'UNIQUE' })).body.errors[0].detail).toBe('Name has already been taken')
    expect((await create({ name: 'Owners' })).body.errors[0].detail).toBe('Name has already been taken')
    const answers = await Promise.all(Array.from({ length: racers }, () => create({ name: 'raced' })))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(racers - 1)
  })

  rule('§3 teams', 'A PATCH of `organization-access` merges')
  test('a PATCH merges organization-access and leaves what is absent', async () => {
    const made = await create({ name: 'merged', 'organization-access': { 'manage-modules': true } })
    const { id } = made.body.data
    const answer = await patch(id, { 'organization-access': { 'manage-providers': true } })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes['organization-access']).toEqual({
      ...declined,
      'manage-providers': true,
      'manage-modules': true,
      'manage-workspaces': false,
      'read-workspaces': false,
    })
    const renamed = await patch(id, { name: 'renamed', 'sso-team-id': 'x' })
    expect(renamed.body.data.attributes).toMatchObject({ name: 'renamed', 'sso-team-id': 'x' })
    expect((await patch(id, { 'sso-team-id': null })).body.data.attributes['sso-team-id']).toBeNull()
    expect((await patch(id, { name: null })).body.errors[0].detail).toBe("Name can't be blank")
    expect((await patch(id, { name: 'unique' })).body.errors[0].detail).toBe('Name has already been taken')
  })

  test('with a stale tag is neither changed nor deleted', async () => {
    const { id } = (await create({ name: 'tagged' })).body.data
    const tag = (await as(app, owner).get(`/teams/${id}`)).headers['etag'] as string
    expect((await patch(id, { visibility: 'organization' }, { 'If-Match': tag })).status).toBe(200)
    expect((await patch(id, { visibility: 'secret' }, { 'If-Match': tag })).status).toBe(412)
    expect((await as(app, owner).delete(`/teams/${id}`, { headers: { 'If-Match': tag } })).status).toBe(412)
    expect((await as(app, owner).delete(`/teams/${id}`)).status).toBe(204)
    expect((await as(app, owner).get(`/teams/${id}`)).status).toBe(404)
  })

  rule('§3 teams', '`manage-modules` is the right to manage modules')
  test('gives its members what it may do, at once', async () => {
    const { id } = (await create({ name: 'publishers', 'organization-access': { 'manage-modules': true } }))
      .body.data
    const module = { body: documentOf('registry-modules', { name: 'net', provider: 'aws' }) }
    expect((await as(app, member).post('/organizations/acme/registry-modules', module)).status).toBe(404)
    await as(app, owner).post(`/teams/${id}/relationships/users`, { body: users('member') })
    expect((await as(app, member).post('/organizations/acme/registry-modules', module)).status).toBe(201)
    await as(app, owner).delete(`/teams/${id}/relationships/users`, { body: users('member') })
    expect((await as(app, member).post('/organizations/acme/registry-modules', module)).status).toBe(404)
  })
})

describe('the list of teams', () => {
  rule('§2 sorting', 'Teams by name, byte by byte')
  rule('§3 teams', '`filter[names]` and `q`')
  test('is by name in bytes, in pages, filtered by whole names and searched by parts of them', async () => {
    const other = await app.make.organization(owner, 'listed')
    for (const name of ['b_x', 'Zed', 'bax', 'alpha']) await app.make.team(owner, other, { name })
    const path = '/organizations/listed/teams'
    expect(names(await as(app, owner).get(path))).toEqual(['Zed', 'alpha', 'b_x', 'bax', 'owners'])
    expect(names(await as(app, owner).get(`${path}?filter[names]=zed,owners,none`))).toEqual([
      'Zed',
      'owners',
    ])
    expect(names(await as(app, owner).get(`${path}?q=B_`))).toEqual(['b_x'])
    expect(names(await as(app, owner).get(`${path}?q=%25`))).toEqual([])
    const page = await as(app, owner).get(`${path}?page[number]=2&page[size]=2`)
    expect(names(page)).toEqual(['b_x', 'bax'])
    expect(page.body.meta.pagination).toMatchObject({ 'total-count': 5, 'total-pages': 3 })
    expect((await as(app, owner).get(`${path}?filter[name]=x`)).status).toBe(400)
  })

  test('brings its users along when asked, and knows nothing else to bring', async () => {
    const answer = await as(app, owner).get(`${teams}?include=users&filter[names]=owners`)
    expect(answer.body.data[0].relationships.users.data).toEqual([{ id: owner.id, type: 'users' }])
    expect(answer.body.included).toEqual([
      {
        id: owner.id,
        type: 'users',
        attributes: {
          username: 'owner',
          email: 'owner@example.com',
          'email-verified': true,
          'is-service-account': false,
          'two-factor': { enabled: false, verified: false },
        },
        links: { self: `/api/v2/users/${owner.id}` },
      },
    ])
    const wrong = await as(app, owner).get(`${teams}?include=everything`)
    expect([wrong.status, wrong.body.errors[0].detail]).toEqual([400, 'Invalid include parameter'])
    const one = await as(app, owner).get(`/teams/${await ownersOf(app, acme)}?include=users`)
    expect(one.body.included).toHaveLength(1)
  })
})

rule('§3 rights', 'Members see teams; without the right the write is 404')
test('members see teams, owners write them, strangers know nothing of them', async () => {
  const team = await app.make.team(owner, acme)
  const manager = await app.make.manager(acme, {
    manageModules: true,
    manageProviders: true,
    manageWorkspaces: true,
  })
  const stranger = await app.make.user()
  const reader = await app.make.token(owner, { scopes: ['read'] })
  expect((await as(app, member).get(teams)).status).toBe(200)
  expect((await as(app, reader).get(`/teams/${team.id}`)).status).toBe(200)
  for (const caller of [member, manager, reader, stranger])
    for (const answer of [
      await as(app, caller).post(teams, { body: documentOf('teams', { name: 'mine' }) }),
      await as(app, caller).patch(`/teams/${team.id}`, { body: documentOf('teams', { name: 'mine' }) }),
      await as(app, caller).delete(`/teams/${team.id}`),
      await as(app, caller).post(`/teams/${team.id}/relationships/users`, { body: users('member') }),
      await as(app, caller).delete(`/teams/${team.id}/relationships/users`, { body: users('member') }),
    ])
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  for (const path of [teams, `/teams/${team.id}`, '/teams/team-0000000000000000', '/teams/%00'])
    expect((await as(app, stranger).get(path)).body).toEqual(notFoundBody)
})
