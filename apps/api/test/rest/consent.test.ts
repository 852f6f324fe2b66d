import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { as, documentOf, expectFaults, notFoundBody } from '../rest.js'
import { password, signIn } from '../sign-in.js'
import { racers } from '../full-run.js'
import { linkIn } from './invitations.js'

let owner: Person
let bob: Person
let acme: Organization
let memberships: string

const app = await startTestApp()
const admin = await app.make.administrator('root')

beforeEach(async () => {
  owner = await app.make.user()
  acme = await app.make.organization(owner)
  bob = await app.make.user()
  memberships = `/organizations/${acme.name}/organization-memberships`
})

interface Shown {
  body: { data: { id: string; attributes: Record<string, string>; relationships: Record<string, unknown> } }
}

const emailOf = ({ username }: Person): string => `${username}@example.com`
const invite = (email: string, by = owner, path = memberships) =>
  as(app, by).post(path, { body: documentOf('organization-memberships', { email }) })
const users = (...names: string[]) => ({ body: { data: names.map((id) => ({ type: 'users', id })) } })
const statusIn = async (who: Person) => (await as(app, who).get(`/organizations/${acme.name}`)).status

describe('inviting an address', () => {
  rule('§10 consent', 'An existing user is invited like any other person, and the answer tells nothing')
  test('tells nothing about whether it has an account', async () => {
    const withoutIds = ({ body }: Shown) => {
      const { id, attributes, relationships } = body.data
      const { email, 'invitation-url': link, 'created-at': at, ...rest } = attributes
      return { ...rest, kinds: [typeof id, typeof email, typeof link, typeof at], relationships }
    }
    const known = await invite(emailOf(bob))
    const unknown = await invite('stranger@example.com')
    expect([known.status, unknown.status]).toEqual([201, 201])
    const scrubbed = (answer: Shown) =>
      JSON.stringify(withoutIds(answer)).replaceAll(answer.body.data.id.slice(3), 'ID')
    expect(scrubbed(known)).toBe(scrubbed(unknown))
    expect(known.body.data.attributes.status).toBe('invited')
    expect(await statusIn(bob)).toBe(404)
  })

  rule('§10 consent', 'An invited membership has a user that holds the address and nothing else')
  test('shows a user with the address and nothing else, and is a miss by itself', async () => {
    const { body } = await invite(emailOf(bob))
    const { id } = body.data
    const userId = `user-${id.slice(3)}`
    expect(body.data.relationships.user).toEqual({ data: { id: userId, type: 'users' } })
    const one = await as(app, owner).get(`/organization-memberships/${id}?include=user`)
    const person = { email: emailOf(bob), 'two-factor': { enabled: false, verified: false } }
    expect(one.body.included).toEqual([{ id: userId, type: 'users', attributes: person }])
    const list = await as(app, owner).get(`${memberships}?include=user&filter[status]=invited`)
    expect(list.body.included).toEqual(one.body.included)
    for (const path of [`/users/${userId}`, `/users/${bob.id}`])
      expect((await as(app, owner).get(path)).body).toEqual(notFoundBody)
    expect(JSON.stringify([one.body, list.body])).not.toContain(bob.id)
  })

  rule('§10 consent', 'A site administrator adds at once')
  test('by a site administrator adds an existing person at once, and invites all others', async () => {
    const added = await invite(emailOf(bob), admin)
    expect(added.body.data.attributes).toMatchObject({ status: 'active', email: emailOf(bob) })
    expect(await statusIn(bob)).toBe(200)
    const invited = await invite('later@example.com', admin)
    expect(invited.body.data.attributes.status).toBe('invited')
  })
})

describe('an invitation is accepted', () => {
  rule('§10 consent', '`POST /invitations/:token` with a person’s bearer and no attributes accepts')
  test('by the person who is signed in, with no attributes', async () => {
    const invited = await invite(emailOf(bob))
    for (const body of [undefined, {}, { data: { type: 'users' } }].slice(0, 1)) {
      const accepted = await as(app, bob).post(linkIn(invited), body ? { body } : {})
      expect(accepted.status).toBe(201)
      expect(accepted.body.data).toMatchObject({ id: bob.id, attributes: { username: bob.username } })
    }
    expect(await statusIn(bob)).toBe(200)
    const shown = await as(app, owner).get(`/organization-memberships/${invited.body.data.id}`)
    expect(shown.body.data).toMatchObject({
      attributes: { status: 'active' },
      relationships: { user: { data: { id: bob.id } } },
    })
    expect((await as(app, bob).post(linkIn(invited))).body).toEqual(notFoundBody)
    const row = await app.prisma.auditEvent.findFirst({
      where: { subjectId: invited.body.data.id, action: 'organization-membership.accept' },
    })
    expect(row).toMatchObject({ actorId: bob.id, organizationId: acme.id })
  })

  test('never by a bearer with a name and password beside it, and stays good', async () => {
    const link = linkIn(await invite(emailOf(bob)))
    const both = await as(app, bob).post(link, { body: { username: 'x', password } })
    expectFaults(
      both,
      ['/username', expect.stringContaining('not needed')],
      ['/password', expect.stringContaining('not needed')],
    )
    expect(await statusIn(bob)).toBe(404)
    expect((await as(app, bob).post(link)).status).toBe(201)
  })

  test('by no token of a team or an organization, no scoped token and no bad one', async () => {
    const link = linkIn(await invite('service@example.com'))
    const team = await app.make.team(owner, acme)
    const whose = { type: 'team', id: team.id, organizationId: acme.id } as const
    const { value: ofTeam } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
    const organization = { type: 'organization', id: acme.id } as const
    const { value: ofAcme } = await app.services.tokens.replacePlain(owner.ctx, organization, {})
    const scoped = await app.make.token(bob, { scopes: ['read'] })
    for (const bearer of [ofTeam, ofAcme, scoped])
      for (const body of [undefined, { username: 'ghost', password }]) {
        const answer = await as(app, bearer).post(link, body ? { body } : {})
        expect([answer.status, answer.body]).toEqual([404, notFoundBody])
      }
    expect((await as(app, 'engu_bad').post(link)).status).toBe(401)
    expect(await app.prisma.user.count({ where: { usernameKey: 'ghost' } })).toBe(0)
  })

  rule('§10 consent', 'Without a bearer it never tries an existing person’s password')
  test('without a bearer by no new person where the address is verified by another account', async () => {
    const link = linkIn(await invite(emailOf(bob)))
    const answer = await as(app, undefined).post(link, { body: { username: 'bob-two', password } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0]).toMatchObject({
      detail: 'Email has already been taken',
      source: { pointer: '/email' },
    })
    expect(JSON.stringify(answer.body)).toContain('Sign in')
    expect(await statusIn(bob)).toBe(404)
  })

  test('for one organization at a time: the others stay invitations', async () => {
    const other = await app.make.organization(owner)
    const path = `/organizations/${other.name}/organization-memberships`
    const email = `several-${app.make.next()}@example.com`
    const [first, second] = [await invite(email), await invite(email, owner, path)]
    const made = await as(app, undefined).post(linkIn(first), {
      body: { username: `several-${app.make.next()}`, password },
    })
    const where = { userId: made.body.data.id as string }
    expect(await app.prisma.organizationMembership.count({ where })).toBe(1)
    const shown = await as(app, owner).get(`/organization-memberships/${second.body.data.id}`)
    expect(shown.body.data.attributes.status).toBe('invited')
    const { token } = await signIn(app, made.body.data.attributes.username)
    expect((await as(app, token).post(linkIn(second))).status).toBe(201)
    expect(await app.prisma.organizationMembership.count({ where })).toBe(2)
  })

  test('once: of thirty at the same moment one joins', async () => {
    const link = linkIn(await invite('many@example.com'))
    const people = await Promise.all(Array.from({ length: 6 }, () => app.make.user()))
    const answers = await Promise.all(
      Array.from({ length: racers }, (_, n) => as(app, people[n % 6]).post(link)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([201, 404]).toContain(status)
  })

  test('by a member already: the teams are joined, and the invitation is gone', async () => {
    const team = await app.make.team(owner, acme)
    const member = await app.make.member(acme)
    const body = {
      data: {
        type: 'organization-memberships',
        attributes: { email: 'other.address@example.com' },
        relationships: { teams: { data: [{ type: 'teams', id: team.id }] } },
      },
    }
    const invited = await as(app, owner).post(memberships, { body })
    expect((await as(app, member).post(linkIn(invited))).status).toBe(201)
    expect((await as(app, owner).get(`/organization-memberships/${invited.body.data.id}`)).status).toBe(404)
    const shown = await as(app, owner).get(`/teams/${team.id}`)
    expect(shown.body.data.relationships.users.data).toEqual([{ id: member.id, type: 'users' }])
  })
})

describe('adding people to a team', () => {
  rule('§10 consent', 'Adding to a team a user who is neither member nor invited is 422')
  test('by a user who is no site administrator adds members alone, and names all others', async () => {
    const team = await app.make.team(owner, acme)
    const member = await app.make.member(acme)
    const path = `/teams/${team.id}/relationships/users`
    const answer = await as(app, owner).post(path, users(member.username, 'root', bob.username, 'ghost'))
    expectFaults(
      answer,
      ['/data/1/id', 'User root is not a member of the organization'],
      ['/data/2/id', `User ${bob.username} is not a member of the organization`],
      ['/data/3/id', 'User ghost is not a member of the organization'],
    )
    expect(await app.prisma.teamMember.count({ where: { teamId: team.id } })).toBe(0)
    expect((await as(app, owner).post(path, users(member.username))).status).toBe(204)
    expect((await as(app, owner).get(`/users/${bob.id}`)).status).toBe(404)
  })

  rule('§10 consent', 'Who is invited joins the team on acceptance')
  test('leaves those who are invited so until they accept, and then they are in it', async () => {
    const team = await app.make.team(owner, acme)
    const invited = await invite(emailOf(bob))
    const path = `/teams/${team.id}/relationships/users`
    expect((await as(app, owner).post(path, users(bob.username))).status).toBe(204)
    expect(await app.prisma.teamMember.count({ where: { teamId: team.id } })).toBe(0)
    expect(await statusIn(bob)).toBe(404)
    expect((await as(app, bob).post(linkIn(invited))).status).toBe(201)
    expect(await app.prisma.teamMember.findMany({ where: { teamId: team.id } })).toMatchObject([
      { userId: bob.id },
    ])
  })

  rule('§10 consent', 'Who is taken out of a team while invited does not join it on acceptance')
  test.each(['a team', 'the owners'])(
    'is undone by taking them out of %s before they accept',
    async (which) => {
      const id = which === 'a team' ? (await app.make.team(owner, acme)).id : await ownersOf(app, acme)
      const invited = await invite(emailOf(bob))
      const path = `/teams/${id}/relationships/users`
      expect((await as(app, owner).post(path, users(bob.username))).status).toBe(204)
      expect((await as(app, owner).delete(path, users(bob.username))).status).toBe(204)
      expect((await as(app, bob).post(linkIn(invited))).status).toBe(201)
      expect(await app.prisma.teamMember.count({ where: { teamId: id, userId: bob.id } })).toBe(0)
    },
  )

  test('says nothing about users whom the organization does not know when they are taken out', async () => {
    const path = `/teams/${(await app.make.team(owner, acme)).id}/relationships/users`
    for (const by of [owner, admin])
      for (const name of ['ghost', bob.username])
        expect((await as(app, by).delete(path, users(name))).status).toBe(204)
    expectFaults(await as(app, owner).delete(path, { body: { data: [{ type: 'users', id: '' }] } }), [
      '/data/0/id',
      "Id can't be blank",
    ])
  })

  test('by a site administrator adds them at once', async () => {
    const team = await app.make.team(owner, acme)
    expect(
      (await as(app, admin).post(`/teams/${team.id}/relationships/users`, users(bob.username))).status,
    ).toBe(204)
    expect(await statusIn(bob)).toBe(200)
  })
})

describe('leaving', () => {
  const membershipOf = async ({ id: userId }: Person) =>
    (
      await app.prisma.organizationMembership.findFirstOrThrow({
        where: { userId, organizationId: acme.id },
      })
    ).id

  rule('§10 consent', 'Anyone may end their own membership')
  test('is each member’s own to do, with the teams, and audited', async () => {
    const member = await app.make.manager(acme, { manageModules: true })
    const id = await membershipOf(member)
    expect((await as(app, member).delete(`/organization-memberships/${id}`)).status).toBe(204)
    expect(await statusIn(member)).toBe(404)
    expect(await app.prisma.teamMember.count({ where: { userId: member.id } })).toBe(0)
    const row = await app.prisma.auditEvent.findFirst({ where: { subjectId: id } })
    expect(row).toMatchObject({ action: 'organization-membership.leave', actorId: member.id })
  })

  rule('§10 consent', 'Anyone may end their own membership … but the last owner')
  test('is not for the last owner, nor for a token with a scope, nor for others', async () => {
    const last = await as(app, owner).delete(`/organization-memberships/${await membershipOf(owner)}`)
    expect([last.status, last.body.errors[0].detail]).toEqual([
      422,
      'The team owners cannot lose its last member',
    ])
    const [member, colleague] = [await app.make.member(acme), await app.make.member(acme)]
    const path = `/organization-memberships/${await membershipOf(member)}`
    const scoped = await app.make.token(member, { scopes: ['read'] })
    for (const caller of [scoped, colleague, bob]) {
      const answer = await as(app, caller).delete(path)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
    expect((await as(app, member).patch(path, { body: {} })).status).toBe(405)
    expect((await as(app, member).get(path)).status).toBe(200)
  })

  test('declines an invitation to one’s own verified address, and to no other', async () => {
    const { id } = (await invite(emailOf(bob))).body.data
    const other = (await invite('not-bob@example.com')).body.data
    expect((await as(app, bob).delete(`/organization-memberships/${other.id}`)).body).toEqual(notFoundBody)
    expect((await as(app, bob).delete(`/organization-memberships/${id}`)).status).toBe(204)
    expect((await as(app, owner).get(`/organization-memberships/${id}`)).status).toBe(404)
    const row = await app.prisma.auditEvent.findFirst({ where: { subjectId: id }, orderBy: { id: 'desc' } })
    expect(row).toMatchObject({ action: 'organization-membership.decline', actorId: bob.id })
  })

  test('declines nothing by an address that is only claimed', async () => {
    const email = `claimed-${app.make.next()}@example.com`
    await as(app, bob).patch('/account/update', { body: documentOf('users', { email }) })
    const { id } = (await invite(email)).body.data
    expect((await as(app, bob).delete(`/organization-memberships/${id}`)).body).toEqual(notFoundBody)
  })
})
