import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { Mailbox } from '../mailbox.js'
import { as, documentOf } from '../rest.js'
import { personOf, signedIn, startSetup } from './setup.js'

const mailbox = await Mailbox.open()
const mailed = { SMTP_URL: mailbox.url }
const former = await startSetup(mailed)
const { app } = former
const replaced = await startSetup({ ...mailed, OIDC_RELINK: 'verified' }, {}, app)
const unchanged = await startSetup(mailed, {}, app)

const eventsOf = (id: string) =>
  app.prisma.auditEvent.findMany({ where: { subjectId: id, action: 'user.relink' } })

rule('§19 sign-in', 'OIDC_RELINK is off by default')
test('another provider: by default its people take no account by their address alone', async () => {
  const { user } = await signedIn(former, personOf('cautious'))
  expect(await signedIn(unchanged, personOf('cautious'))).toMatchObject({ problem: 'EMAIL_TAKEN' })
  expect(await eventsOf(user?.id ?? '')).toEqual([])
})

rule(
  '§19 sign-in',
  'With OIDC_RELINK=verified a new issuer’s verified address takes over its account: audited, mailed, what was before ends',
)
test('a provider that is replaced: the verified address leads to the account, and all access of before ends', async () => {
  const before = await signedIn(former, personOf('anna'))
  const id = before.user?.id ?? ''
  const own = as(app, before.token ?? '')
  const body = documentOf('authentication-tokens', { description: 'of before' })
  expect((await own.post(`/users/${id}/authentication-tokens`, { body })).status).toBe(201)
  const after = await signedIn(replaced, personOf('new-anna', { email: 'Anna@corp.test' }))
  expect(after).toMatchObject({ problem: null, user: { id, username: 'anna' } })
  // The other process signed the person in: this one learns of it within a second.
  await expect.poll(async () => (await own.get('/account/details')).status).toBe(401)
  expect((await as(app, after.token ?? '').get('/account/details')).status).toBe(200)
  expect(await app.prisma.authenticationToken.count({ where: { userId: id } })).toBe(0)
  const identities = await app.prisma.userIdentity.findMany({ where: { userId: id } })
  expect(identities).toMatchObject([{ issuer: replaced.provider.issuer, subject: 'new-anna' }])
  expect(await eventsOf(id)).toMatchObject([
    {
      before: { issuer: former.provider.issuer, identity: 'anna' },
      after: { issuer: replaced.provider.issuer, identity: 'new-anna', endedSessions: 1 },
    },
  ])
  expect(await mailbox.letter('anna@corp.test', 'You sign in by another provider now')).toContain(
    'The account anna is signed in to by',
  )
  expect((await signedIn(replaced, personOf('new-anna'))).user?.id).toBe(id)
})

test('a provider that is replaced: what does not prove the address, or has none to prove, takes nothing over', async () => {
  const { user } = await signedIn(former, personOf('bert'))
  const unverified = personOf('bert', { email_verified: false })
  expect((await signedIn(replaced, unverified)).user?.id).not.toBe(user?.id)
  const claimant = await app.make.user()
  const body = documentOf('users', { email: 'claimed@corp.test' })
  expect((await as(app, claimant).patch('/account/update', { body })).status).toBe(200)
  const newcomer = await signedIn(replaced, personOf('newcomer', { email: 'claimed@corp.test' }))
  expect(newcomer.user?.id).not.toBe(claimant.id)
})

test('an address that moved to another person of the same provider: keeps its account, until an administrator changes it', async () => {
  const { user } = await signedIn(replaced, personOf('carla'))
  const id = user?.id ?? ''
  const moved = personOf('carla-2', { email: 'carla@corp.test' })
  expect(await signedIn(replaced, moved)).toMatchObject({ problem: 'EMAIL_TAKEN' })
  const body = documentOf('users', { email: 'carla.old@corp.test' })
  const administrator = await app.make.administrator()
  expect((await as(app, administrator).patch(`/admin/users/${id}`, { body })).status).toBe(200)
  const newcomer = await signedIn(replaced, moved)
  expect(newcomer).toMatchObject({ problem: null, user: { email: 'carla@corp.test' } })
  expect(newcomer.user?.id).not.toBe(id)
  expect((await signedIn(replaced, personOf('carla', { email: 'carla.old@corp.test' }))).user?.id).toBe(id)
})

test('an account with a password alone, or a suspended one: is not taken over', async () => {
  const suspended = await signedIn(former, personOf('dora'))
  await app.prisma.user.update({
    where: { id: suspended.user?.id ?? '' },
    data: { suspendedAt: app.clock.now() },
  })
  expect(await signedIn(replaced, personOf('dora-2', { email: 'dora@corp.test' }))).toMatchObject({
    problem: 'SUSPENDED',
  })
  const own = await app.make.user()
  const data = { email: 'own@corp.test', emailKey: 'own@corp.test', emailProof: 'mail' } as const
  await app.prisma.user.update({ where: { id: own.id }, data })
  expect(await signedIn(replaced, personOf('own'))).toMatchObject({ problem: 'EMAIL_TAKEN' })
})

test('a group that made a site administrator before takes that away by the new provider too', async () => {
  const [one, other] = [
    { OIDC_ADMIN_GROUP: 'admins' },
    { OIDC_ADMIN_GROUP: 'admins', OIDC_RELINK: 'verified' },
  ]
  const first = await startSetup(one, {}, app)
  const second = await startSetup(other, {}, app)
  await app.make.administrator()
  expect((await signedIn(first, personOf('emil', { groups: ['admins'] }))).user?.isSiteAdmin).toBe(true)
  expect((await signedIn(second, personOf('emil', { groups: [] }))).user?.isSiteAdmin).toBe(false)
})

test('two sign-ins at once: take the account over once', async () => {
  const { user } = await signedIn(former, personOf('frida'))
  const outcomes = await Promise.all([1, 2].map(() => signedIn(replaced, personOf('frida'))))
  expect(outcomes.map((outcome) => outcome.user?.id)).toEqual([user?.id, user?.id])
  expect(await eventsOf(user?.id ?? '')).toHaveLength(1)
})
