import { generateKey } from 'openpgp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { minutes } from '../../src/kernel/clock.js'
import { startTestApp, type TestApp } from '../app.js'
import { refusalsOf } from '../audit/audit.js'
import type { Person } from '../makers.js'
import { as, documentOf, graphql } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'

let app: TestApp
let root: Person
let acme: Organization
let owners: string
let session: string

beforeAll(async () => {
  app = await startTestApp()
  root = await app.make.administrator('root')
  acme = await app.make.organization(root, 'acme')
  const team = await app.prisma.team.findFirstOrThrow({ where: { organizationId: acme.id, name: 'owners' } })
  owners = team.id
  await userWithPassword(app, 'ada')
  const { id } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: 'ada' } })
  await app.prisma.user.update({ where: { id }, data: { isSiteAdmin: true } })
  await addOwner('ada')
})
afterAll(() => app.stop())
beforeEach(async () => {
  session = await sessionOf(app, 'ada')
})

const old = () => app.clock.move(minutes(15) + 1)

async function addOwner(username: string): Promise<void> {
  await app.services.teams.addMembers(root.ctx, owners, { ids: [username], faults: [] })
}

/** The codes of what was refused. */
async function run(bearer: Person | string, mutation: string, type: string, input: object) {
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code message } } }`
  const { data, errors } = await graphql(app, bearer, query, { input })
  if (errors) throw new Error(errors[0]?.message)
  return (data[mutation]?.['userErrors'] as { code: string; message: string }[]).map(({ code }) => code)
}

const reauthenticate = (bearer: string, currentPassword = password) =>
  run(bearer, 'sessionReauthenticate', 'SessionReauthenticateInput', { currentPassword })

const administrator = async (): Promise<string> => (await app.make.administrator()).id
const membershipOf = async ({ id: userId }: Person): Promise<string> =>
  (await app.prisma.organizationMembership.findFirstOrThrow({ where: { userId } })).id
const owner = async (): Promise<Person> => {
  const person = await app.make.member(acme)
  await addOwner(person.username)
  return person
}
const invitation = async (teamIds: readonly string[]): Promise<string> => {
  const email = `${(await app.make.user()).username}@invited.example`
  const teams = { ids: teamIds, faults: [] }
  return (await app.services.memberships.create(root.ctx, 'acme', { email }, teams)).membership.id
}
const armor = async (): Promise<string> =>
  (await generateKey({ userIDs: [{ name: 'Release' }], format: 'armored' })).publicKey
const key = async (): Promise<string> =>
  (await app.services.gpgKeys.create(root.ctx, { namespace: 'acme', asciiArmor: await armor() })).id
const email = async (): Promise<string> => `${(await app.make.user()).username}@new.example`

/** Each of the most dangerous acts: the mutation, its input, made as it is needed. */
const acts: readonly [string, string, string, () => Promise<object>][] = [
  [
    'adds an owner by name',
    'teamMembersAdd',
    'TeamMembersInput',
    async () => ({ id: owners, usernames: [(await app.make.member(acme)).username] }),
  ],
  [
    'takes an owner out by name',
    'teamMembersRemove',
    'TeamMembersInput',
    async () => ({ id: owners, usernames: [(await owner()).username] }),
  ],
  [
    'adds an owner by membership',
    'teamMembershipsAdd',
    'TeamMembershipsInput',
    async () => ({ id: owners, membershipIds: [await membershipOf(await app.make.member(acme))] }),
  ],
  [
    'takes an owner out by membership',
    'teamMembershipsRemove',
    'TeamMembershipsInput',
    async () => ({ id: owners, membershipIds: [await membershipOf(await owner())] }),
  ],
  [
    'fills the owners by a group',
    'teamUpdate',
    'TeamUpdateInput',
    async () => ({ id: owners, ssoTeamId: await email() }),
  ],
  [
    'invites into the owners',
    'organizationMembershipCreate',
    'OrganizationMembershipCreateInput',
    async () => ({ organization: 'acme', email: await email(), teams: [owners] }),
  ],
  [
    'renews an invitation into the owners',
    'organizationMembershipInvitationRenew',
    'OrganizationMembershipInvitationRenewInput',
    async () => ({ id: await invitation([owners]) }),
  ],
  [
    'ends the membership of an owner',
    'organizationMembershipDelete',
    'OrganizationMembershipDeleteInput',
    async () => ({ id: await membershipOf(await owner()) }),
  ],
  [
    'registers a signing key',
    'gpgKeyCreate',
    'GpgKeyCreateInput',
    async () => ({ namespace: 'acme', asciiArmor: await armor() }),
  ],
  [
    'moves a signing key',
    'gpgKeyUpdate',
    'GpgKeyUpdateInput',
    async () => ({ id: await key(), namespace: (await app.make.organization(root)).name }),
  ],
  ['deletes a signing key', 'gpgKeyDelete', 'GpgKeyDeleteInput', async () => ({ id: await key() })],
  [
    'creates a site administrator',
    'userCreate',
    'UserCreateInput',
    async () => {
      const address = await email()
      return { username: `new-${address.split('@')[0]}`, email: address, password, isSiteAdmin: true }
    },
  ],
  [
    'makes a site administrator',
    'userAdminGrant',
    'UserActInput',
    async () => ({ id: (await app.make.user()).id }),
  ],
  [
    'takes administration away',
    'userAdminRevoke',
    'UserActInput',
    async () => ({ id: await administrator() }),
  ],
  [
    'suspends a site administrator',
    'userSuspend',
    'UserActInput',
    async () => ({ id: await administrator() }),
  ],
  [
    'deletes a site administrator',
    'userDelete',
    'UserDeleteInput',
    async () => ({ id: await administrator() }),
  ],
]

describe('a session', () => {
  test.each(acts)('%s with a fresh sign-in alone', async (_, mutation, type, make) => {
    const input = await make()
    old()
    const before = await app.prisma.auditEvent.count()
    expect(await run(session, mutation, type, input)).toEqual(['REAUTHENTICATION_REQUIRED'])
    expect(await app.prisma.auditEvent.count(), 'nothing has changed').toBe(before)
    expect(await reauthenticate(session)).toEqual([])
    expect(await run(session, mutation, type, input)).toEqual([])
  })

  test.each(acts)('is not what a token has: it %s at any time', async (_, mutation, type, make) => {
    const input = await make()
    old()
    expect(await run(root, mutation, type, input)).toEqual([])
  })

  test('counts as fresh for 15 minutes, and does all else without', async () => {
    app.clock.move(minutes(15))
    const member = await app.make.member(acme)
    const add = { usernames: [member.username] }
    expect(await run(session, 'teamMembersAdd', 'TeamMembersInput', { id: owners, ...add })).toEqual([])
    old()
    const other = await app.make.team(root, acme)
    expect(await run(session, 'teamMembersAdd', 'TeamMembersInput', { id: other.id, ...add })).toEqual([])
    const plain = await invitation([other.id])
    expect(
      await run(session, 'organizationMembershipDelete', 'OrganizationMembershipDeleteInput', { id: plain }),
    ).toEqual([])
    const { id } = await app.make.user()
    expect(await run(session, 'userSuspend', 'UserActInput', { id })).toEqual([])
  })

  test('is told of what it may not know as ever: by a miss', async () => {
    await userWithPassword(app, 'eve')
    const eve = await sessionOf(app, 'eve')
    old()
    for (const [, mutation, type, make] of acts)
      expect(await run(eve, mutation, type, await make()), mutation).toEqual(['NOT_FOUND'])
  })

  test('leaves the owners itself without', async () => {
    await userWithPassword(app, 'gil')
    await addOwner('gil')
    const gil = await sessionOf(app, 'gil')
    const { id } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: 'gil' } })
    const membership = await membershipOf({ id } as Person)
    old()
    const leave = { id: membership }
    expect(
      await run(gil, 'organizationMembershipDelete', 'OrganizationMembershipDeleteInput', leave),
    ).toEqual([])
  })

  test('over REST is told so by a 422 that says what to do', async () => {
    old()
    const { status, body } = await as(app, session).delete(`/teams/${owners}/relationships/users`, {
      body: { data: [{ type: 'users', id: 'root' }] },
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { status: '422', title: 'invalid attribute', detail: 'Confirm that it is you: sign in again' },
    ])
  })
})

describe('one’s own address', () => {
  const change = (input: object) => run(session, 'accountUpdate', 'AccountUpdateInput', input)

  test('changes by the password, or by a fresh sign-in of who has none', async () => {
    old()
    expect(await change({ email: await email(), currentPassword: password })).toEqual([])
    const { id } = await app.make.user('nopass')
    await app.prisma.session.updateMany({ data: { userId: id } })
    expect(await change({ email: await email() })).toEqual(['REAUTHENTICATION_REQUIRED'])
    expect(await change({ email: 'NOPASS@example.com', username: 'nopass' }), 'the same one').toEqual([])
    await app.prisma.session.updateMany({ data: { authenticatedAt: app.clock.now() } })
    expect(await change({ email: await email() })).toEqual([])
  })

  test('over REST changes by a fresh sign-in', async () => {
    const patch = async (address: string) =>
      (await as(app, session).patch('/account/update', { body: documentOf('users', { email: address }) }))
        .status
    expect(await patch(await email())).toBe(200)
    old()
    expect(await patch(await email())).toBe(422)
  })
})

describe('proving it anew', () => {
  test('is noted, by the session that it was in alone', async () => {
    const other = await sessionOf(app, 'ada')
    old()
    expect(await reauthenticate(session)).toEqual([])
    const [row] = await app.prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(row).toMatchObject({ action: 'session.reauthenticate', subjectName: 'ada', actorName: 'ada' })
    const viewer = async (bearer: string) =>
      (await graphql(app, bearer, '{ viewer { isSignInFresh hasPassword } }')).data['viewer']
    expect(await viewer(session)).toEqual({ isSignInFresh: true, hasPassword: true })
    expect(await viewer(other)).toEqual({ isSignInFresh: false, hasPassword: true })
    expect(await viewer(root.token)).toEqual({ isSignInFresh: true, hasPassword: false })
  })

  test('takes the right password; wrong ones are slowed and noted like at the sign-in', async () => {
    const refusals = refusalsOf(app)
    await refusals()
    old()
    for (let time = 0; time < 5; time++) expect(await reauthenticate(session, 'wrong')).toEqual(['INVALID'])
    expect(await reauthenticate(session), 'too early').toEqual(['DENIED'])
    const input = { id: owners, usernames: ['root'] }
    expect(await run(session, 'teamMembersAdd', 'TeamMembersInput', input)).toEqual([
      'REAUTHENTICATION_REQUIRED',
    ])
    expect(await refusals()).toMatchObject([
      { action: 'password.refuse', actorName: 'ada', after: { why: 'wrong current password', times: 5 } },
      { action: 'password.refuse', after: { why: 'too early' } },
      { action: 'session.refuse', actorName: 'ada', after: { why: 'needs a fresh sign-in' } },
    ])
    app.clock.move(minutes(1))
    expect(await reauthenticate(session)).toEqual([])
  })

  test('is for sessions alone: for no token, and none that must set up the second factor', async () => {
    expect(await reauthenticate(root.token)).toEqual(['NOT_FOUND'])
    const bound = await app.make.sessionWithoutTwoFactor(root)
    expect(await reauthenticate(bound)).toEqual(['NOT_FOUND'])
  })

  test('is heard of by every process at once', async () => {
    const other = await startTestApp({}, app)
    try {
      const isFresh = async () =>
        (await graphql(other, session, '{ viewer { isSignInFresh } }')).data['viewer']?.['isSignInFresh']
      old()
      expect(await isFresh()).toBe(false)
      expect(await reauthenticate(session)).toEqual([])
      await expect.poll(isFresh).toBe(true)
    } finally {
      await other.stop()
    }
  })
})
