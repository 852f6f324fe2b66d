import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { refusalsOf } from '../audit/audit.js'
import type { Person } from '../makers.js'
import { auditOf } from '../modules/module-requests.js'
import { as, detailsOf, documentOf, pointersOf } from '../rest.js'
import { personOf, signedIn, startSetup } from './setup.js'
import { attentionOf } from '../attention.js'

let owner: Person
let organization: Organization
let group: string

const setup = await startSetup()
const { app } = setup
const admin = await app.make.administrator()

beforeEach(async () => {
  owner = await app.make.user()
  const number = app.make.next()
  organization = await app.make.organization(owner, `corp-${number}`)
  group = `group-${number}`
})

const createTeam = (by: Person, ssoTeamId: string | null) =>
  as(app, by).post(`/organizations/${organization.name}/teams`, {
    body: documentOf('teams', { name: `crew-${app.make.next()}`, 'sso-team-id': ssoTeamId }),
  })
const changeTeam = (by: Person, id: string, attributes: object) =>
  as(app, by).patch(`/teams/${id}`, { body: documentOf('teams', attributes) })
const allow = (groups: unknown, by: Person = admin) =>
  as(app, by).patch(`/admin/organizations/${organization.name}`, {
    body: documentOf('organizations', { 'sso-groups': groups }),
  })
const allowed = async (): Promise<unknown> =>
  (await as(app, admin).get(`/admin/organizations/${organization.name}`)).body.data.attributes['sso-groups']

/** Signs a member of the group in; the teams that this leads to. */
async function teamsBySigningIn(sub: string): Promise<string[]> {
  const { user, problem } = await signedIn(setup, personOf(sub, { groups: [group] }))
  expect(problem).toBeNull()
  const where = { userId: user?.id ?? '' }
  const rows = await app.prisma.teamMember.findMany({ where, select: { teamId: true } })
  return rows.map(({ teamId }) => teamId)
}

describe('an owner', () => {
  rule('§10 groups', 'An owner names no group that is not allowed to the organization')
  test('names no group that is not allowed to the organization, and no user joins by it', async () => {
    const made = await createTeam(owner, group)
    expect(made.status).toBe(422)
    expect(made.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'Sso team id is not included in the list',
        source: { pointer: '/data/attributes/sso-team-id' },
      },
    ])
    const { id } = (await createTeam(owner, null)).body.data
    const changed = await changeTeam(owner, id, { name: '', 'sso-team-id': group })
    expect(changed.status).toBe(422)
    expect(detailsOf(changed)).toEqual(["Name can't be blank", 'Sso team id is not included in the list'])
    expect((await as(app, owner).get(`/teams/${id}`)).body.data.attributes['sso-team-id']).toBeNull()
    expect(await teamsBySigningIn(`pulled-${group}`)).toEqual([])
  })

  rule('§10 groups', 'An owner names one that a site administrator allowed')
  test('names one that a site administrator allowed, and takes it away again', async () => {
    expect((await allow([group])).status).toBe(200)
    const { id, attributes } = (await createTeam(owner, group)).body.data
    expect(attributes['sso-team-id']).toBe(group)
    expect(await teamsBySigningIn(`welcome-${group}`)).toEqual([id])
    const unset = await changeTeam(owner, id, { 'sso-team-id': '' })
    expect([unset.status, unset.body.data.attributes['sso-team-id']]).toEqual([200, null])
  })

  test('sees in the organization which are allowed, and allows none', async () => {
    await allow([group])
    const shown = await as(app, owner).get(`/organizations/${organization.name}`)
    expect(shown.body.data.attributes['sso-groups']).toEqual([group])
    expect((await allow(['other'], owner)).status).toBe(404)
    const patched = await as(app, owner).patch(`/organizations/${organization.name}`, {
      body: documentOf('organizations', { 'sso-groups': ['other'] }),
    })
    expect(patched.status).toBe(200)
    expect(await allowed()).toEqual([group])
  })

  test('is audited when the group is refused', async () => {
    const refusals = refusalsOf(app)
    await refusals()
    await createTeam(owner, group)
    expect(await refusals()).toMatchObject([
      {
        action: 'access.deny',
        actorId: owner.id,
        organizationId: organization.id,
        subjectName: 'site-organizations:write',
      },
    ])
  })
})

describe('a site administrator', () => {
  rule('§10 groups', 'A site administrator sets the group of a team')
  test('allows the group to the organization by naming it for a team, in one transaction that is audited', async () => {
    const { id } = (await createTeam(owner, null)).body.data
    const changed = await changeTeam(admin, id, { 'sso-team-id': group })
    expect([changed.status, changed.body.data.attributes['sso-team-id']]).toEqual([200, group])
    expect(await allowed()).toEqual([group])
    expect(await teamsBySigningIn(`named-${group}`)).toEqual([id])
    const rows = await auditOf(app, organization.id)
    expect(rows.at(-1)).toMatchObject({
      action: 'organization.set',
      actorId: admin.id,
      before: { ssoGroups: [] },
      after: { ssoGroups: [group] },
    })
    expect((await createTeam(admin, `new-${group}`)).status).toBe(201)
    expect(await allowed()).toEqual([group, `new-${group}`])
  })

  test('takes a group back: the team keeps its name, and loses at their next sign-in whom it brought', async () => {
    await allow([group])
    const { id } = (await createTeam(owner, group)).body.data
    expect(await teamsBySigningIn(`short-${group}`)).toEqual([id])
    await allow([])
    expect(await teamsBySigningIn(`short-${group}`)).toEqual([])
    const renamed = await changeTeam(owner, id, { visibility: 'organization', 'sso-team-id': group })
    expect([renamed.status, renamed.body.data.attributes['sso-team-id']]).toEqual([200, group])
    expect(await teamsBySigningIn(`short-${group}`)).toEqual([])
  })

  test('sees the teams whose group is not allowed, as they are after an upgrade, and others do not', async () => {
    const { id, attributes } = (await createTeam(owner, null)).body.data
    await app.prisma.team.update({ where: { id }, data: { ssoTeamId: group } })
    expect(await teamsBySigningIn(`old-${group}`)).toEqual([])
    const seen = (by: typeof admin) =>
      attentionOf(app, by, 'kind: GROUP_NOT_ALLOWED', 'thingId name organization detail')
    expect((await seen(admin)).nodes).toContainEqual({
      thingId: id,
      name: attributes.name,
      organization: organization.name,
      detail: group,
    })
    expect((await seen(owner)).nodes).toEqual([])
    await allow([group])
    expect(JSON.stringify(await seen(admin))).not.toContain(id)
    expect(await teamsBySigningIn(`old-${group}`)).toEqual([id])
  })

  test.each([
    [null, "Sso groups can't be blank", '/data/attributes/sso-groups'],
    ['crew', 'Sso groups is invalid', '/data/attributes/sso-groups'],
    [['crew', 7], 'Sso groups is invalid', '/data/attributes/sso-groups/1'],
    [[''], "Sso groups can't be blank", '/data/attributes/sso-groups/0'],
    [
      ['x'.repeat(256)],
      'Sso groups is too long (maximum is 255 characters)',
      '/data/attributes/sso-groups/0',
    ],
  ])('is told what is wrong with the groups %j', async (groups, detail, pointer) => {
    const answer = await allow(groups)
    expect([answer.status, detailsOf(answer), pointersOf(answer)]).toEqual([422, [detail], [pointer]])
    expect(await allowed()).toEqual([])
  })

  test('allows a group once, however often it is listed, and leaves the list where it is absent', async () => {
    expect((await allow([group, 'b', group])).body.data.attributes['sso-groups']).toEqual([group, 'b'])
    expect((await allow(undefined)).body.data.attributes['sso-groups']).toEqual([group, 'b'])
  })
})
