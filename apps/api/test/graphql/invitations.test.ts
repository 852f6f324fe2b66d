import { beforeEach, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, dataOf } from '../rest.js'
import { sessionOf } from '../sign-in.js'
import { mutate } from './mutate.js'

let owner: Person
let acme: Organization
let count = 0
let email: string

const password = 'correct horse battery'
const days = (n: number): number => n * 86_400_000

const app = await startTestApp()
const admin = await app.make.administrator('root')

beforeEach(async () => {
  owner = await app.make.user()
  acme = await app.make.organization(owner)
  email = `new-${++count}@example.com`
})

const tokenOf = (url: string | null | undefined): string => url?.split('/').at(-1) ?? ''

async function invite(teams: readonly string[] = []): Promise<{ id: string; token: string }> {
  const named = { ids: teams, faults: [] }
  const made = await app.services.memberships.create(owner.ctx, acme.name, { email }, named)
  return { id: made.membership.id, token: tokenOf(made.invitationUrl) }
}

/** Sends the query without a bearer. */
async function look(token: string): Promise<unknown> {
  const query = `query ($token: String!) {
    invitation(token: $token) { state purpose organization teams email username invitedBy expiresAt }
  }`
  const data = await dataOf(app, undefined, query, { token })
  return data['invitation']
}

async function accept(token: string, username: string | null, word = password) {
  const input = { token, username, password: word }
  const fields = 'user { username email } userErrors { field code }'
  const accepted = await mutate(app, undefined, 'invitationAccept', input, fields)
  return accepted as { user: object | null; userErrors: { code: string }[] }
}

async function renew(by: Person, id: string) {
  const fields = 'organizationMembership { id invitationExpiresAt } invitationUrl userErrors { code message }'
  return (await mutate(app, by, 'organizationMembershipInvitationRenew', { id }, fields)) as {
    organizationMembership: { id: string; invitationExpiresAt: string } | null
    invitationUrl: string | null
    userErrors: { code: string; message: string }[]
  }
}

const nothingMore = {
  purpose: null,
  organization: null,
  teams: null,
  email: null,
  username: null,
  invitedBy: null,
  expiresAt: null,
}

describe('a link, before it is used', () => {
  test('says who invites to which organization and teams, whom, and until when', async () => {
    const team = await app.make.team(owner, acme, { name: 'crew' })
    const { token } = await invite([team.id])
    expect(await look(token)).toEqual({
      state: 'GOOD',
      purpose: 'ACCOUNT',
      organization: acme.name,
      teams: ['crew'],
      email,
      username: null,
      invitedBy: owner.username,
      expiresAt: new Date(app.clock.now().getTime() + days(7)).toISOString(),
    })
    expect(await look(token)).toMatchObject({ state: 'GOOD' })
  })

  test('to a new password says whose', async () => {
    const { url } = await app.services.invitations.createPasswordLink(admin.ctx, owner.id)
    expect(await look(tokenOf(url))).toMatchObject({
      state: 'GOOD',
      purpose: 'PASSWORD',
      organization: null,
      teams: [],
      username: owner.username,
      invitedBy: 'root',
    })
  })

  test('still works when its maker is gone', async () => {
    const { token } = await invite()
    const second = await app.make.administrator()
    const { url } = await app.services.invitations.createPasswordLink(second.ctx, owner.id)
    await app.services.users.delete(admin.ctx, second.id)
    expect(await look(tokenOf(url))).toMatchObject({ state: 'GOOD', invitedBy: null })
    expect(await look(token)).toMatchObject({ state: 'GOOD', invitedBy: owner.username })
  })
})

describe('a link that is good no more', () => {
  test('says that it was used, and nothing else', async () => {
    const { token } = await invite()
    const username = `joiner-${count}`
    expect(await accept(token, username)).toEqual({ user: { username, email }, userErrors: [] })
    expect(await look(token)).toEqual({ state: 'USED', ...nothingMore })
    expect(await accept(token, 'another')).toMatchObject({ user: null, userErrors: [{ code: 'NOT_FOUND' }] })
    expect(await sessionOf(app, username)).toMatch(/^engs_/)
  })

  test('counts as used when the person accepted without it', async () => {
    const { id, token } = await invite()
    const person = await app.make.user()
    await app.prisma.user.update({ where: { id: person.id }, data: { email, emailKey: email } })
    await app.services.memberships.acceptPending(person.ctx, id)
    expect(await look(token)).toEqual({ state: 'USED', ...nothingMore })
  })

  test('says that it has expired, and nothing else', async () => {
    const { token } = await invite()
    app.clock.move(days(7))
    expect(await look(token)).toEqual({ state: 'EXPIRED', ...nothingMore })
    expect(await accept(token, 'late')).toMatchObject({ user: null, userErrors: [{ code: 'NOT_FOUND' }] })
  })

  test('says nothing at all when it is forged, replaced, withdrawn, or its organization is disabled', async () => {
    const { id, token } = await invite()
    await renew(owner, id)
    expect(await look(token)).toBeNull()
    email = `withdrawn-${count}@example.com`
    const withdrawn = await invite()
    await app.services.memberships.delete(owner.ctx, withdrawn.id)
    email = `disabled-${count}@example.com`
    const disabled = await invite()
    await app.prisma.organization.update({ where: { id: acme.id }, data: { isDisabled: true } })
    for (const each of [withdrawn.token, disabled.token, `${disabled.token}x`, owner.token, 'forged', ''])
      expect(await look(each), each).toBeNull()
  })

  test('of a used link to a new password the next one is as good as ever', async () => {
    const first = await app.services.invitations.createPasswordLink(admin.ctx, owner.id)
    expect(await accept(tokenOf(first.url), null)).toMatchObject({ userErrors: [] })
    expect(await look(tokenOf(first.url))).toMatchObject({ state: 'USED' })
    const second = await app.services.invitations.createPasswordLink(admin.ctx, owner.id)
    expect(await look(tokenOf(second.url))).toMatchObject({ state: 'GOOD' })
    expect(await accept(tokenOf(second.url), null, 'another good password')).toMatchObject({ userErrors: [] })
  })
})

describe('a new link for an invitation', () => {
  test('replaces the old link in one step, leads into the same teams and is audited without its value', async () => {
    const team = await app.make.team(owner, acme, { name: 'crew' })
    const { id, token } = await invite([team.id])
    app.clock.move(days(6))
    const renewed = await renew(owner, id)
    expect(renewed).toMatchObject({ organizationMembership: { id }, userErrors: [] })
    const next = tokenOf(renewed.invitationUrl)
    expect(renewed.organizationMembership?.invitationExpiresAt).toBe(
      new Date(app.clock.now().getTime() + days(7)).toISOString(),
    )
    expect([await look(token), await look(next)]).toMatchObject([null, { state: 'GOOD', teams: ['crew'] }])
    const rows = await app.prisma.auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })
    expect(rows.map(({ action }) => action)).toEqual([
      'organization-membership.create',
      'organization-membership.renew-invitation',
    ])
    const told = rows.map(({ before, after, subjectName }) => [before, after, subjectName])
    expect(JSON.stringify(told)).not.toContain(next)
    expect((await accept(next, `crewed-${count}`)).userErrors).toEqual([])
    const last = await app.prisma.auditEvent.findFirst({ where: { subjectId: id }, orderBy: { id: 'desc' } })
    expect(last).toMatchObject({
      action: 'organization-membership.accept',
      organizationId: rows[0]?.organizationId,
      before: { status: 'invited' },
      after: { status: 'active', teamIds: [team.id] },
    })
    const { members } = (await app.services.teams.find(owner.ctx, team.id)).team
    expect(members).toMatchObject([{ username: `crewed-${count}` }])
  })

  test('is for owners, and not for members', async () => {
    const { id, token } = await invite()
    const member = await app.make.member(acme)
    for (const by of [member, await app.make.user()])
      expect((await renew(by, id)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
    expect(await look(token)).toMatchObject({ state: 'GOOD' })
    await accept(token, `quick-${count}`)
    expect(await renew(owner, id)).toMatchObject({
      invitationUrl: null,
      userErrors: [{ code: 'DENIED', message: 'The person is a member already' }],
    })
    expect(await look(token)).toMatchObject({ state: 'USED' })
  })

  test('and the use of the old one at the same moment: one of the two is refused', async () => {
    for (let round = 0; round < 8; round++) {
      email = `race-${round}@example.com`
      const { id, token } = await invite()
      const [renewed, used] = await Promise.all([renew(owner, id), accept(token, `racer${round}`)])
      const isUsed = used.user !== null
      expect(renewed.invitationUrl === null, String(round)).toBe(isUsed)
      const status = (await as(app, owner).get(`/organization-memberships/${id}`)).body.data.attributes.status
      expect(status).toBe(isUsed ? 'active' : 'invited')
    }
  })
})
