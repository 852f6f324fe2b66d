import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'
import { mutate } from './mutate.js'

let owner: Person
let bob: Person
let acme: Organization

const app = await startTestApp()

beforeEach(async () => {
  owner = await app.make.user()
  acme = await app.make.organization(owner)
  bob = await app.make.user()
})

const days = (n: number): number => n * 86_400_000

async function invite(teams: readonly string[] = []) {
  const named = { ids: teams, faults: [] }
  const email = `${bob.username}@example.com`
  return app.services.memberships.create(owner.ctx, acme.name, { email }, named)
}

async function listed(by: Person | string): Promise<unknown> {
  const query = '{ viewer { invitations { nodes { id organization email teams invitedBy } totalCount } } }'
  return (await graphql(app, by, query)).data['viewer']?.['invitations']
}

const run = async (by: Person | string, name: string, input: object) =>
  (await mutate(app, by, name, input, 'userErrors { code message }'))['userErrors']

const isMember = async (): Promise<boolean> =>
  (await app.prisma.organizationMembership.count({
    where: { userId: bob.id, organizationId: acme.id, status: 'active' },
  })) === 1

const nothing = { nodes: [], totalCount: 0 }
const missing = [expect.objectContaining({ code: 'NOT_FOUND' })]

rule('§10 consent', 'An invitation to one’s own verified address is accepted without the link')
test('an invitation to the viewer’s verified address is listed, and accepted without its link', async () => {
  const team = await app.make.team(owner, acme, { name: 'crew' })
  const { membership } = await invite([team.id])
  expect(await listed(bob)).toEqual({
    nodes: [
      {
        id: membership.id,
        organization: acme.name,
        email: `${bob.username}@example.com`,
        teams: ['crew'],
        invitedBy: owner.username,
      },
    ],
    totalCount: 1,
  })
  expect(await run(bob, 'organizationMembershipAccept', { id: membership.id })).toEqual([])
  expect([await isMember(), await listed(bob)]).toEqual([true, nothing])
  expect(await run(bob, 'organizationMembershipAccept', { id: membership.id })).toEqual(missing)
})

test('of an address that is claimed, or proven by an invitation alone, nothing is listed or accepted', async () => {
  const { membership } = await invite()
  for (const emailProof of [null, 'invitation']) {
    const emailVerifiedAt = emailProof && app.clock.now()
    await app.prisma.user.update({ where: { id: bob.id }, data: { emailProof, emailVerifiedAt } })
    expect(await listed(bob)).toEqual(nothing)
    for (const name of ['organizationMembershipAccept', 'organizationMembershipDelete'])
      expect(await run(bob, name, { id: membership.id })).toEqual(missing)
  }
  expect(await isMember()).toBe(false)
})

test('others, tokens with a scope and tokens of teams are shown none and accept none', async () => {
  const { membership } = await invite()
  const team = await app.make.team(owner, acme)
  const whose = { type: 'team', id: team.id, organizationId: acme.id } as const
  const { value } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
  for (const caller of [owner, value, await app.make.token(bob, { scopes: ['read'] })]) {
    expect(await listed(caller)).toEqual(nothing)
    expect(await run(caller, 'organizationMembershipAccept', { id: membership.id })).toEqual(missing)
  }
})

test('an invitation whose link has ended, or whose organization is disabled, is neither listed nor accepted', async () => {
  const { membership } = await invite()
  await app.prisma.organization.update({ where: { id: acme.id }, data: { isDisabled: true } })
  expect(await listed(bob)).toEqual(nothing)
  expect(await run(bob, 'organizationMembershipAccept', { id: membership.id })).toEqual(missing)
  await app.prisma.organization.update({ where: { id: acme.id }, data: { isDisabled: false } })
  const late = await app.make.token(bob)
  app.clock.move(days(7))
  expect(await listed(late)).toEqual(nothing)
  expect(await run(late, 'organizationMembershipAccept', { id: membership.id })).toEqual(missing)
})

test('it is declined by its person, and a member leaves by the same mutation', async () => {
  const { membership } = await invite()
  expect(await run(bob, 'organizationMembershipDelete', { id: membership.id })).toEqual([])
  expect(await listed(bob)).toEqual(nothing)
  const again = await invite()
  await run(bob, 'organizationMembershipAccept', { id: again.membership.id })
  expect(await run(bob, 'organizationMembershipDelete', { id: again.membership.id })).toEqual([])
  expect(await isMember()).toBe(false)
})

test('a signed-in user joins by the link without name and password, and is refused with either', async () => {
  const { invitationUrl } = await invite()
  const token = invitationUrl?.split('/').at(-1) ?? ''
  const both = await run(bob, 'invitationAccept', { token, username: 'x', password: 'correct horse' })
  expect(both).toMatchObject([{ code: 'INVALID' }, { code: 'INVALID' }])
  expect(await run(bob, 'invitationAccept', { token })).toEqual([])
  expect(await isMember()).toBe(true)
})

rule('§10 addresses', 'In GraphQL the change asks for the password')
test('another address asks for the password, if the user has one', async () => {
  const made = {
    username: `with-${bob.username}`,
    email: `w-${bob.username}@example.com`,
    password: 'a long word',
  }
  const system = { ...owner.ctx, actor: { type: 'system', name: 'test' } } as const
  const user = await app.services.users.create(system, made)
  const signIn = `mutation { signIn(input: { login: "${made.username}", password: "${made.password}" }) { token } }`
  const token = String((await graphql(app, undefined, signIn)).data['signIn']?.['token'])
  const email = `changed-${bob.username}@example.com`
  expect(await run(token, 'accountUpdate', { email })).toMatchObject([{ code: 'BLANK' }])
  expect(await run(token, 'accountUpdate', { email, currentPassword: 'a guess' })).toMatchObject([
    { code: 'INVALID', message: 'Current password is invalid' },
  ])
  expect(await app.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
    email: made.email,
  })
  expect(await run(token, 'accountUpdate', { username: `x-${made.username}` })).toEqual([])
  expect(await run(token, 'accountUpdate', { email, currentPassword: made.password })).toEqual([])
  expect(await app.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
    email,
    emailProof: null,
  })
})
