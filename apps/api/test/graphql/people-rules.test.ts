import { beforeEach, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { as, graphql } from '../rest.js'
import { mutate } from './mutate.js'

let owner: Person
let acme: Organization

const app = await startTestApp()
const admin = await app.make.administrator()

beforeEach(async () => {
  owner = await app.make.user()
  acme = await app.make.organization(owner)
})

type Payload = Record<string, unknown> & { userErrors: { field: string[]; code: string; message: string }[] }

const run = async (by: Person | string, name: string, input: object, answer = '') =>
  (await mutate(app, by, name, input, `${answer} userErrors { field code message }`)) as Payload

const page = { number: 1, size: 20 }

test('a token is told once and works at once, is listed without its value, and revoked works no longer', async () => {
  const input = { description: 'ci', scopes: ['read'] }
  const made = await run(owner, 'authenticationTokenCreate', input, 'secret authenticationToken { id }')
  const secret = String(made['secret'])
  expect((await as(app, secret).get('/account/details')).status).toBe(200)
  const listed = await graphql(app, owner, '{ viewer { tokens { nodes { id description } } } }')
  expect(JSON.stringify(listed)).not.toContain(secret)
  expect(JSON.stringify(listed)).toContain('ci')
  const { id } = made['authenticationToken'] as { id: string }
  await run(owner, 'authenticationTokenDelete', { id })
  expect((await as(app, secret).get('/account/details')).status).toBe(401)
  const rows = await app.prisma.auditEvent.findMany({ where: { subjectId: id } })
  expect(JSON.stringify(rows.map(({ before, after }) => [before, after]))).not.toContain(secret)
})

test('a team has many tokens with a description and one without, which replaces its predecessor', async () => {
  const team = await app.make.team(owner, acme)
  const make = async (attributes: object): Promise<string> =>
    String((await run(owner, 'teamTokenCreate', { teamId: team.id, ...attributes }, 'secret'))['secret'])
  const [first, ci, second] = [await make({}), await make({ description: 'ci' }), await make({})]
  const statuses = await Promise.all(
    [first, ci, second].map(async (token) => (await as(app, token).get('/account/details')).status),
  )
  expect(statuses).toEqual([401, 200, 200])
  const query = `{ team(id: "${team.id}") { token { description } tokens { totalCount } } }`
  expect((await graphql(app, owner, query)).data['team']).toEqual({
    token: { description: null },
    tokens: { totalCount: 2 },
  })
  const twice = { teamId: team.id, description: 'ci' }
  const { userErrors } = await run(owner, 'teamTokenCreate', twice)
  expect(userErrors).toMatchObject([{ field: ['description'], code: 'TAKEN' }])
})

test('an organization has one token of each kind, and each replaces its own', async () => {
  const make = async (isForAuditTrail: boolean): Promise<string> => {
    const input = { organizationId: acme.id, isForAuditTrail }
    const made = await run(owner, 'organizationTokenCreate', input, 'secret')
    return String(made['secret'])
  }
  const values = [await make(false), await make(true), await make(true)]
  const statuses = await Promise.all(
    values.map(async (value) => (await as(app, value).get('/organization/audit-trail')).status),
  )
  expect(statuses).toEqual([404, 401, 200])
  const query = `{ organization(name: "${acme.name}") { token { scopes } auditTrailToken { scopes } } }`
  expect((await graphql(app, owner, query)).data['organization']).toEqual({
    token: { scopes: [] },
    auditTrailToken: { scopes: ['audit-trails'] },
  })
})

test('a token that expires in the past is refused at its field, in the words of the field', async () => {
  const input = { organizationId: acme.id, expiresAt: '2001-01-01T00:00:00.000Z' }
  const { userErrors } = await run(owner, 'organizationTokenCreate', input)
  expect(userErrors).toEqual([{ field: ['expiresAt'], code: 'INVALID', message: 'Expires at is invalid' }])
})

test('a password is changed by a user who knows the old one; other sessions end', async () => {
  const person = { username: `u${owner.username}`, email: 'u@example.com', password: 'the old password' }
  await run(admin, 'userCreate', person)
  const signIn = async (password: string): Promise<string> =>
    String((await run(admin, 'signIn', { login: person.username, password }, 'token'))['token'])
  const [here, otherSession] = [await signIn(person.password), await signIn(person.password)]
  const change = (input: object) => run(here, 'accountPasswordUpdate', input, 'account { username }')
  const wrong = await change({ currentPassword: 'a guess', newPassword: 'short' })
  expect(wrong).toMatchObject({ account: null, userErrors: [{ code: 'INVALID' }, { code: 'INVALID' }] })
  expect(wrong.userErrors.map(({ field }) => field[0]).sort()).toEqual(['currentPassword', 'newPassword'])
  const done = await change({ currentPassword: person.password, newPassword: 'the new password' })
  expect(done).toMatchObject({ account: { username: person.username }, userErrors: [] })
  expect((await as(app, here).get('/account/details')).status).toBe(200)
  expect((await as(app, otherSession).get('/account/details')).status).toBe(401)
})

test('the team of owners keeps its name, its rights and its last member', async () => {
  const id = await ownersOf(app, acme)
  const refusals = [
    await run(owner, 'teamUpdate', { id, name: 'bosses', manageProviders: false }),
    await run(owner, 'teamDelete', { id }),
    await run(owner, 'teamMembersRemove', { id, usernames: [owner.username] }),
  ]
  expect(refusals.map(({ userErrors }) => userErrors.map(({ field, code }) => [code, ...field]))).toEqual([
    [
      ['DENIED', 'name'],
      ['DENIED', 'manageProviders'],
    ],
    [['DENIED']],
    [['DENIED']],
  ])
  const { data } = await graphql(
    app,
    owner,
    `{ team(id: "${id}") { canDelete canUpdate members { totalCount } } }`,
  )
  expect(data['team']).toEqual({ canDelete: false, canUpdate: true, members: { totalCount: 1 } })
})

test('the last owner leaves neither the organization nor the site', async () => {
  const { items } = await app.services.memberships.list(owner.ctx, acme.name, {}, page)
  const id = items[0]?.id
  const left = await run(owner, 'organizationMembershipDelete', { id })
  expect(left.userErrors).toMatchObject([{ code: 'DENIED', message: expect.stringContaining('last member') }])
  const gone = await run(admin, 'userDelete', { id: owner.id })
  expect(gone.userErrors).toMatchObject([{ code: 'DENIED' }])
})

test('the last site administrator stays one', async () => {
  const { items } = await app.services.users.list(admin.ctx, { isSiteAdmin: true }, page)
  expect(items).toHaveLength(1)
  for (const name of ['userAdminRevoke', 'userSuspend'])
    expect((await run(admin, name, { id: admin.id })).userErrors).toMatchObject([{ code: 'DENIED' }])
})

test('what a site administrator does in an organization of others is audited as such', async () => {
  const input = { organization: acme.name, name: 'helpers' }
  const { team } = await run(admin, 'teamCreate', input, 'team { id }')
  const subjectId = (team as { id: string }).id
  expect(await app.prisma.auditEvent.findFirst({ where: { subjectId } })).toMatchObject({
    administratorOverride: true,
    organizationId: acme.id,
  })
})

test('whom a site administrator adds is a member at once, and needs no link', async () => {
  const friend = await app.make.user()
  const input = { organization: acme.name, email: `${friend.username}@example.com` }
  const answer = 'organizationMembership { status user { id } } invitationUrl'
  expect(await run(admin, 'organizationMembershipCreate', input, answer)).toEqual({
    organizationMembership: { status: 'ACTIVE', user: { id: friend.id } },
    invitationUrl: null,
    userErrors: [],
  })
  const twice = await run(owner, 'organizationMembershipCreate', input, answer)
  expect(twice.userErrors).toMatchObject([{ field: ['email'], code: 'TAKEN' }])
})
