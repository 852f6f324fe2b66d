import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { mutate } from '../graphql/mutate.js'
import { as, documentOf, expectFaults, notFoundBody } from '../rest.js'
import { invitation } from './invitations.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
const ownersId = await ownersOf(app, acme)
const whose = { type: 'team', id: ownersId, organizationId: acme.id } as const
/** Token of the team of owners. */
const token = (await app.services.tokens.replacePlain(owner.ctx, whose, {})).value

const memberships = '/organizations/acme/organization-memberships'
const inOwners = () => app.prisma.teamMember.count({ where: { teamId: ownersId } })

async function membershipOf({ id: userId }: Person): Promise<string> {
  return (await app.prisma.organizationMembership.findFirstOrThrow({ where: { userId } })).id
}

rule('§10 service tokens', 'Tokens of teams and organizations invite no user into `owners`')
test('the token of the owners invites no user into owners', async () => {
  const team = await app.make.team(owner, acme)
  const answer = await as(app, token).post(memberships, invitation('ghost@example.com', team.id, ownersId))
  expectFaults(answer, ['/data/relationships/teams/data/1/id', `Team ${ownersId} not found`])
  expect(await app.prisma.organizationMembership.count({ where: { emailKey: 'ghost@example.com' } })).toBe(0)
})

rule(
  '§10 service tokens',
  'Tokens of teams and organizations invite no user into `owners` … and are shown no invitation link',
)
test('it invites into other teams, and is shown no link, neither first nor renewed', async () => {
  const team = await app.make.team(owner, acme)
  const answer = await as(app, token).post(memberships, invitation('worker@example.com', team.id))
  expect(answer.status).toBe(201)
  expect(answer.body.data.attributes).toMatchObject({ status: 'invited' })
  expect(JSON.stringify(answer.body)).not.toContain('/invitations/')
  const input = { organization: 'acme', email: 'worker2@example.com' }
  const fields = 'organizationMembership { id } invitationUrl userErrors { code }'
  const made = await mutate(app, token, 'organizationMembershipCreate', input, fields)
  expect(made).toMatchObject({ invitationUrl: null, userErrors: [] })
  const { id } = answer.body.data
  const shown = 'invitationUrl userErrors { code }'
  const renewed = await mutate(app, token, 'organizationMembershipInvitationRenew', { id }, shown)
  expect(renewed).toEqual({ invitationUrl: null, userErrors: [{ code: 'NOT_FOUND' }] })
})

rule(
  '§10 service tokens',
  'Tokens of teams and organizations invite no user into `owners` … add no user to it and remove none',
)
test('it changes nothing of the team of owners, by no path', async () => {
  const member = await app.make.member(acme, 'member')
  const invited = await as(app, owner).post(memberships, invitation('later@example.com'))
  const byName = { body: { data: [{ type: 'users', id: 'member' }] } }
  const byMembership = (id: string) => ({ body: { data: [{ type: 'organization-memberships', id }] } })
  const people = `/teams/${ownersId}/relationships/users`
  const ofPeople = `/teams/${ownersId}/relationships/organization-memberships`
  const before = await app.prisma.auditEvent.count({ where: { actorType: 'team' } })
  for (const answer of [
    await as(app, token).post(people, byName),
    await as(app, token).delete(people, byName),
    await as(app, token).post(ofPeople, byMembership(await membershipOf(member))),
    await as(app, token).post(ofPeople, byMembership(invited.body.data.id)),
    await as(app, token).delete(ofPeople, byMembership(await membershipOf(owner))),
    await as(app, token).patch(`/teams/${ownersId}`, {
      body: documentOf('teams', { 'sso-team-id': 'unknown' }),
    }),
    await as(app, token).delete(`/organization-memberships/${await membershipOf(owner)}`),
  ])
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  expect(await inOwners()).toBe(1)
  expect(await app.prisma.auditEvent.count({ where: { actorType: 'team' } })).toBe(before)
  const shown = await as(app, token).get(`/teams/${ownersId}`)
  expect(shown.body.data.attributes.permissions).toEqual({
    'can-destroy': false,
    'can-update-membership': false,
    'can-update-api-token': false,
    'can-update-organization-access': false,
  })
})

test('it takes back no invitation into owners', async () => {
  const invited = await as(app, owner).post(memberships, invitation('heir@example.com', ownersId))
  const answer = await as(app, token).delete(`/organization-memberships/${invited.body.data.id}`)
  expect([answer.status, answer.body]).toEqual([404, notFoundBody])
})

rule('§10 service tokens', 'Other teams stay open to them')
test('other teams and plain members stay its to run', async () => {
  const member = await app.make.member(acme, 'other')
  const team = await app.make.team(owner, acme)
  const path = `/teams/${team.id}/relationships/users`
  const body = { data: [{ type: 'users', id: 'other' }] }
  expect((await as(app, token).post(path, { body })).status).toBe(204)
  expect((await as(app, token).delete(path, { body })).status).toBe(204)
  expect(
    (await as(app, token).delete(`/organization-memberships/${await membershipOf(member)}`)).status,
  ).toBe(204)
})
