import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import type { Team } from '../../src/domain/teams/team.js'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { newId } from '../../src/kernel/ids.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'
import { invitation, linkIn } from '../rest/invitations.js'
import { personOf, signedIn, startSetup, type SignOnSetup } from './setup.js'

let owner: Person
let organization: Organization
let team: Team
let count = 0

const setup = await startSetup({ OIDC_ADMIN_GROUP: 'site-admins', OIDC_GROUPS_CLAIM: 'groups' })
const { app } = setup

beforeEach(async () => {
  owner = await app.make.user()
  organization = await app.make.organization(owner, `corp-${++count}`)
  await allow(setup, organization.id, [`group-${count}`, `other-${count}`])
  team = await app.make.team(owner, organization, { ssoTeamId: `group-${count}` })
})

/** Sets the groups as a site administrator. */
const allow = async (on: SignOnSetup, id: string, ssoGroups: string[]): Promise<void> => {
  await on.app.prisma.organization.update({ where: { id }, data: { ssoGroups } })
}

const enter = async (sub: string, groups?: unknown, on: SignOnSetup = setup) => {
  const { user, problem } = await signedIn(on, personOf(sub, { groups }))
  expect(problem).toBeNull()
  return user ?? { id: '', username: '', isSiteAdmin: false }
}

const teamsOf = async (userId: string, on: SignOnSetup = setup): Promise<string[]> => {
  const rows = await on.app.prisma.teamMember.findMany({ where: { userId }, select: { teamId: true } })
  return rows.map(({ teamId }) => teamId).sort()
}

const isMember = async (userId: string): Promise<boolean> =>
  (await app.prisma.organizationMembership.count({
    where: { userId, organizationId: organization.id },
  })) === 1

rule('§3 teams', 'Groups of single sign-on lead into teams by `sso-team-id`, and out again')
test('groups lead into the teams that they are named by, and at the next sign-in out of them', async () => {
  const second = await app.make.team(owner, organization, { ssoTeamId: `other-${count}` })
  const { id, username } = await enter(`moving-${count}`, [`group-${count}`, 'unknown'])
  expect([await teamsOf(id), await isMember(id)]).toEqual([[team.id], true])
  await enter(`moving-${count}`, [`other-${count}`])
  expect([await teamsOf(id), await isMember(id)]).toEqual([[second.id], true])
  await enter(`moving-${count}`, [])
  expect([await teamsOf(id), await isMember(id)]).toEqual([[], false])

  const rows = await app.prisma.auditEvent.findMany({
    where: { actorName: 'single sign-on', organizationId: organization.id },
    orderBy: { id: 'asc' },
  })
  expect(rows.map(({ action, after }) => [action, after])).toEqual([
    ['organization-membership.create', null],
    ['team.update-members', { joined: [username] }],
    ['team.update-members', { joined: [username] }],
    ['team.update-members', { left: [username] }],
    ['team.update-members', { left: [username] }],
    ['organization-membership.delete', null],
  ])
})

test('one group may be a text by itself; a list with what is no text changes nothing', async () => {
  const { id } = await enter(`single-${count}`, `group-${count}`)
  expect(await teamsOf(id)).toEqual([team.id])
  await enter(`single-${count}`, [7, null, { name: `group-${count}` }])
  expect(await teamsOf(id)).toEqual([team.id])
})

rule('§3 teams', 'What was given by hand stays')
test('a user added to a team or an organization by hand stays there', async () => {
  const byHand = await app.make.team(owner, organization)
  const { id, username } = await enter(`stays-${count}`, [])
  const { ctx } = await app.make.administrator()
  await app.services.teams.addMembers(ctx, byHand.id, { ids: [username], faults: [] })
  await app.services.teams.addMembers(ctx, team.id, { ids: [username], faults: [] })
  await enter(`stays-${count}`, [`group-${count}`])
  await enter(`stays-${count}`, [])
  expect([await teamsOf(id), await isMember(id)]).toEqual([[byHand.id, team.id].sort(), true])
})

test('a user who is added by hand to a team that a group led into stays there', async () => {
  const { id, username } = await enter(`kept-${count}`, [`group-${count}`])
  await app.services.teams.addMembers(owner.ctx, team.id, { ids: [username], faults: [] })
  await enter(`kept-${count}`, [])
  expect([await teamsOf(id), await isMember(id)]).toEqual([[team.id], true])
})

test('so does one who accepts an invitation into such a team', async () => {
  const sub = `asked-${count}`
  const { token, user } = await signedIn(setup, personOf(sub, { groups: [`group-${count}`] }))
  const path = `/organizations/${organization.name}/organization-memberships`
  const invited = await as(app, owner).post(path, invitation(`${sub}@elsewhere.test`, team.id))
  expect((await as(app, token ?? '').post(linkIn(invited))).status).toBe(201)
  await enter(sub, [])
  const id = user?.id ?? ''
  expect([await teamsOf(id), await isMember(id)]).toEqual([[team.id], true])
})

test('a user added to an organization by hand stays in it without any team', async () => {
  const { id } = await enter(`plain-${count}`, [])
  const membership = { id: newId('ou'), organizationId: organization.id, userId: id }
  await app.prisma.organizationMembership.create({
    data: { ...membership, createdAt: app.clock.now() },
  })
  await enter(`plain-${count}`, [`group-${count}`])
  await enter(`plain-${count}`, [])
  expect([await teamsOf(id), await isMember(id)]).toEqual([[], true])
})

const ownersOf = async (on: SignOnSetup, organizationId: string): Promise<string> => {
  const { id } = await on.app.prisma.team.findFirstOrThrow({ where: { organizationId, nameKey: 'owners' } })
  await on.app.prisma.team.update({ where: { id }, data: { ssoTeamId: 'the-owners' } })
  await allow(on, organizationId, ['the-owners'])
  return id
}

rule('§3 teams', 'No group leads to owners without the setting')
test('a group leads to no owners unless the configuration says so', async () => {
  await ownersOf(setup, organization.id)
  const { id } = await enter(`climbing-${count}`, ['the-owners'])
  expect([await teamsOf(id), await isMember(id)]).toEqual([[], false])
})

test('with OIDC_OWNERS a group leads to the owners and out again, but never takes the last one', async () => {
  const other = await startSetup({ OIDC_OWNERS: 'on' })
  const first = await other.app.make.user()
  const { id: organizationId } = await other.app.make.organization(first, 'owned')
  const owners = await ownersOf(other, organizationId)
  const { id } = await enter('rising', ['the-owners'], other)
  expect(await teamsOf(id, other)).toEqual([owners])
  await enter('rising', [], other)
  expect(await teamsOf(id, other)).toEqual([])
  await enter('rising', ['the-owners'], other)
  await other.app.prisma.teamMember.deleteMany({ where: { teamId: owners, userId: first.id } })
  await enter('rising', [], other)
  expect(await teamsOf(id, other)).toEqual([owners])
})

test('site administrators are made by the one group that the configuration names, and unmade by leaving it', async () => {
  await app.make.administrator()
  expect((await enter(`root-${count}`, ['site-admins'])).isSiteAdmin).toBe(true)
  const rows = await app.prisma.auditEvent.findMany({ where: { action: 'user.grant-admin' } })
  expect(rows.at(-1)).toMatchObject({ actorName: 'single sign-on', subjectName: `root-${count}` })
  expect((await enter(`root-${count}`, ['site-admin', 'SITE-ADMINS'])).isSiteAdmin).toBe(false)
  expect(await app.prisma.auditEvent.count({ where: { action: 'user.revoke-admin' } })).toBeGreaterThan(0)
})

test('an administrator by hand stays one, whatever the groups say', async () => {
  await app.make.administrator()
  const { id } = await enter(`trusted-${count}`, [])
  await app.prisma.user.update({ where: { id }, data: { isSiteAdmin: true } })
  expect((await enter(`trusted-${count}`, [])).isSiteAdmin).toBe(true)
})

test('the last site administrator stays one, even out of the group', async () => {
  const other = await startSetup({ OIDC_ADMIN_GROUP: 'site-admins', LOG_LEVEL: 'silent' })
  expect((await enter('lonely', ['site-admins'], other)).isSiteAdmin).toBe(true)
  expect((await enter('lonely', [], other)).isSiteAdmin).toBe(true)
  await other.app.make.administrator()
  expect((await enter('lonely', [], other)).isSiteAdmin).toBe(false)
})

test('no group makes administrators where the configuration names none', async () => {
  const other = await startSetup()
  expect((await enter('hopeful', ['site-admins', '', 'undefined'], other)).isSiteAdmin).toBe(false)
})
