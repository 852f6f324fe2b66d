import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { as, documentOf, faultsOf, graphql, notFoundBody } from '../rest.js'
import { password, signIn } from '../sign-in.js'
import { racers } from '../full-run.js'
import { invitation, linkIn } from './invitations.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')

let owner: Person
let claimant: Person
let acme: Organization
let address: string

beforeEach(async () => {
  owner = await app.make.user()
  acme = await app.make.organization(owner)
  claimant = await app.make.user()
  address = `new.hire-${app.make.next()}@corp.test`
})

const claim = (by: Person, email: string) =>
  as(app, by).patch('/account/update', { body: documentOf('users', { email }) })
const details = async (of: Person) => (await as(app, of).get('/account/details')).body.data.attributes

const invite = (by: Person, email: string, teamIds: readonly string[] = []) =>
  as(app, by).post(`/organizations/${acme.name}/organization-memberships`, invitation(email, ...teamIds))

const make = (username: string, email: string) =>
  as(app, admin).post('/admin/users', { body: documentOf('users', { username, email, password }) })

describe('an unverified address', () => {
  rule('§10 addresses', 'Nothing is granted because of an unverified address')
  test('opens no organization that invites it, not even by its owners', async () => {
    expect((await claim(claimant, address)).body.data.attributes).toMatchObject({
      email: address,
      'email-verified': false,
    })
    const invited = await invite(owner, address, [await ownersOf(app, acme)])
    expect([invited.status, invited.body.data.attributes.status]).toEqual([201, 'invited'])
    for (const path of [`/organizations/${acme.name}`, `/organization-memberships/${invited.body.data.id}`])
      expect((await as(app, claimant).get(path)).body).toEqual(notFoundBody)
    const token = await as(app, claimant).post(`/organizations/${acme.name}/authentication-token`)
    expect([token.status, token.body]).toEqual([404, notFoundBody])
    expect(await app.prisma.organizationMembership.count({ where: { userId: claimant.id } })).toBe(0)
  })

  rule(
    '§10 addresses',
    'Nothing is granted because of an unverified address … by a site administrator neither',
  )
  test('is not what a site administrator adds by: the person is invited', async () => {
    await claim(claimant, address)
    const invited = await invite(admin, address)
    expect([invited.status, invited.body.data.attributes.status]).toEqual([201, 'invited'])
  })

  rule('§10 addresses', 'A claim gives way to an accepted invitation')
  test('gives way to the person who accepts the invitation sent to it', async () => {
    await claim(claimant, address)
    const accepted = await as(app, undefined).post(linkIn(await invite(owner, address)), {
      body: { username: `hire-${app.make.next()}`, password },
    })
    expect(accepted.status).toBe(201)
    expect(accepted.body.data.attributes).toMatchObject({ email: address, 'email-verified': true })
    expect(await details(claimant)).toMatchObject({ email: null, 'email-verified': false })
    const row = await app.prisma.auditEvent.findFirst({ where: { action: 'user.lose-email' } })
    expect(row).toMatchObject({ subjectId: claimant.id, before: { email: address }, after: { email: null } })
  })

  rule(
    '§10 addresses',
    'A claim gives way to an accepted invitation … to a user whom a site administrator makes',
  )
  test('gives way to a user whom a site administrator makes', async () => {
    await claim(claimant, address)
    const made = await make(`made-${app.make.next()}`, address.toUpperCase())
    expect([made.status, made.body.data.attributes['email-verified']]).toEqual([201, true])
    expect(await details(claimant)).toMatchObject({ email: null })
  })

  test('gives way also while thirty accounts claim it at the same moment', async () => {
    const rivals = await Promise.all(Array.from({ length: 5 }, () => app.make.user()))
    const [made] = await Promise.all([
      make(`made-${app.make.next()}`, address),
      ...Array.from({ length: racers }, (_, n) => claim(rivals[n % rivals.length] ?? claimant, address)),
    ])
    expect(made.status).toBe(201)
    const where = { emailKey: address }
    const holders = await app.prisma.user.findMany({ where, select: { id: true, emailProof: true } })
    expect(holders).toEqual([{ id: made.body.data.id, emailProof: 'administrator' }])
  })

  rule('§10 addresses', 'It is no way to sign in')
  test('is no way to sign in, while the user name is', async () => {
    const username = `Sam-${app.make.next()}`
    await make(username, `${username}@corp.test`)
    const signsIn = async (login: string) => (await signIn(app, login)).token !== null
    expect([await signsIn(username), await signsIn(`${username}@corp.test`)]).toEqual([true, true])
    const { token } = await signIn(app, username)
    await as(app, token).patch('/account/update', { body: documentOf('users', { email: address }) })
    expect([await signsIn(username), await signsIn(address)]).toEqual([true, false])
  })
})

describe('a verified address', () => {
  test('is refused to all other users, in any case', async () => {
    const email = `${owner.username}@example.com`
    for (const answer of [
      await claim(claimant, email.toUpperCase()),
      await make(`other-${app.make.next()}`, email),
    ])
      expect(faultsOf(answer)).toEqual([['/data/attributes/email', 'Email has already been taken']])
    expect(await details(owner)).toMatchObject({ email, 'email-verified': true })
  })

  test('by an accepted invitation gives way to a proof that its inviter cannot make himself', async () => {
    // An owner is shown the link and may accept it for any address.
    const self = await as(app, undefined).post(linkIn(await invite(owner, address)), {
      body: { username: `self-${app.make.next()}`, password },
    })
    expect(self.body.data.attributes['email-verified']).toBe(true)
    const { user } = (await signIn(app, self.body.data.attributes.username)) as unknown as {
      user: { id: string }
    }
    const other = await app.make.organization(claimant)
    const again = await as(app, admin).post(`/organizations/${other.name}/organization-memberships`, {
      body: documentOf('organization-memberships', { email: address }),
    })
    expect(again.body.data.attributes.status).toBe('invited')
    expect((await make(`true-${app.make.next()}`, address)).status).toBe(201)
    const lost = await app.prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    expect([lost.email, lost.emailKey, lost.emailProof, lost.emailVerifiedAt]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('stays so when only its case changes, and is what a site administrator says of his own', async () => {
    const own = await claim(owner, `${owner.username}@EXAMPLE.com`)
    expect(own.body.data.attributes).toMatchObject({
      email: `${owner.username}@EXAMPLE.com`,
      'email-verified': true,
    })
    const set = await claim(admin, `root-${app.make.next()}@corp.test`)
    expect(set.body.data.attributes['email-verified']).toBe(true)
  })

  rule('§10 addresses', '`users` show `email-verified`; a changed address is not')
  test('is shown as such, of colleagues too', async () => {
    const member = await app.make.member(acme)
    await claim(member, address)
    const shown = await as(app, owner).get(`/users/${member.id}`)
    expect(shown.body.data.attributes).toMatchObject({ email: address, 'email-verified': false })
    const { data } = await graphql(app, admin, `{ user(id: "${member.id}") { email emailVerified } }`)
    expect(data['user']).toEqual({ email: address, emailVerified: false })
  })
})
