import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { Mailbox } from '../mailbox.js'
import { as, documentOf } from '../rest.js'
import { personOf, signedIn, startSetup } from './setup.js'

const mailbox = await Mailbox.open()
const mailed = { SMTP_URL: mailbox.url, OIDC_ADMIN_GROUP: 'admins' }
const former = await startSetup(mailed)
const { app } = former
const replaced = await startSetup(mailed, {}, app)
const administrator = await app.make.administrator()

const free = (id: string) => as(app, administrator).delete(`/admin/users/${id}/identity`)
const eventsOf = (subjectId: string, action: string) =>
  app.prisma.auditEvent.findMany({ where: { subjectId, action } })

rule(
  '§19 sign-in',
  'A site administrator frees an account of its identity: the next sign-in by its verified address takes it over, without OIDC_RELINK',
)
test('an account that is freed: the next sign-in by its verified address is linked to it, and all access of before ends', async () => {
  const before = await signedIn(former, personOf('anna'))
  const id = before.user?.id ?? ''
  const own = as(app, before.token ?? '')
  const body = documentOf('authentication-tokens', { description: 'of before' })
  expect((await own.post(`/users/${id}/authentication-tokens`, { body })).status).toBe(201)
  const newcomer = personOf('new-anna', { email: 'anna@corp.test' })
  expect(await signedIn(replaced, newcomer)).toMatchObject({ problem: 'EMAIL_TAKEN' })
  expect((await free(id)).status).toBe(204)
  expect(await eventsOf(id, 'user.free-identity')).toMatchObject([
    { before: { identities: [{ issuer: former.provider.issuer, identity: 'anna' }] }, after: null },
  ])
  expect((await own.get('/account/details')).status).toBe(200)
  const after = await signedIn(replaced, newcomer)
  expect(after).toMatchObject({ problem: null, user: { id, username: 'anna' } })
  // The other app ended it, which this one hears of within a second.
  await expect.poll(async () => (await own.get('/account/details')).status).toBe(401)
  expect(await app.prisma.authenticationToken.count({ where: { userId: id } })).toBe(0)
  expect(await eventsOf(id, 'user.relink')).toMatchObject([
    {
      before: null,
      after: { issuer: replaced.provider.issuer, identity: 'new-anna', endedSessions: 1 },
    },
  ])
  expect(await mailbox.letter('anna@corp.test', 'You sign in by another provider now')).toContain(
    'since a site administrator freed it for that',
  )
  expect(await signedIn(former, personOf('anna'))).toMatchObject({ problem: 'EMAIL_TAKEN' })
})

test('an account that is freed: another subject of the same provider, or the same one again, takes it over once', async () => {
  const id = (await signedIn(former, personOf('bert'))).user?.id ?? ''
  expect((await free(id)).status).toBe(204)
  const again = personOf('bert-2', { email: 'bert@corp.test' })
  expect((await signedIn(former, again)).user?.id).toBe(id)
  expect(await signedIn(former, personOf('bert'))).toMatchObject({ problem: 'EMAIL_TAKEN' })
  expect((await free(id)).status).toBe(204)
  expect((await signedIn(former, again)).user?.id).toBe(id)
  expect(await eventsOf(id, 'user.relink')).toHaveLength(2)
})

test('an account that is freed: is not taken over by an address that is not verified, nor while it is suspended', async () => {
  const id = (await signedIn(former, personOf('carla'))).user?.id ?? ''
  expect((await free(id)).status).toBe(204)
  const claimed = personOf('carla-2', { email: 'carla@corp.test', email_verified: false })
  expect((await signedIn(former, claimed)).user?.id).not.toBe(id)
  await app.prisma.user.update({ where: { id }, data: { suspendedAt: app.clock.now() } })
  const verified = personOf('carla-3', { email: 'carla@corp.test' })
  expect(await signedIn(former, verified)).toMatchObject({ problem: 'SUSPENDED' })
  await app.prisma.user.update({ where: { id }, data: { suspendedAt: null } })
  expect((await signedIn(former, verified)).user?.id).toBe(id)
})

test('a group that made a site administrator of an account before it was freed takes that away by the next identity too', async () => {
  const emil = await signedIn(former, personOf('emil', { groups: ['admins'] }))
  expect(emil.user?.isSiteAdmin).toBe(true)
  expect((await free(emil.user?.id ?? '')).status).toBe(204)
  const after = await signedIn(replaced, personOf('emil', { groups: [] }))
  expect(after.user).toMatchObject({ id: emil.user?.id, isSiteAdmin: false })
})

test('freeing what has no identity: 404 for an account with a password alone, one that is freed, and one that is not there', async () => {
  const own = await app.make.user()
  expect((await free(own.id)).status).toBe(404)
  const id = (await signedIn(former, personOf('dora'))).user?.id ?? ''
  expect((await as(app, own).delete(`/admin/users/${id}/identity`)).status).toBe(404)
  const outcomes = await Promise.all([1, 2].map(async () => (await free(id)).status))
  expect(outcomes.toSorted()).toEqual([204, 404])
  expect((await free('user-none')).status).toBe(404)
  expect(await eventsOf(id, 'user.free-identity')).toHaveLength(1)
})

test('a sign-in while its account is freed: is finished first, or finds the account freed', async () => {
  const id = (await signedIn(former, personOf('frida'))).user?.id ?? ''
  const [freed, outcome] = await Promise.all([free(id), signedIn(former, personOf('frida'))])
  expect(freed.status).toBe(204)
  expect(outcome.user?.id).toBe(id)
  const identities = await app.prisma.userIdentity.count({ where: { userId: id } })
  const { freedSsoAdmin } = await app.prisma.user.findUniqueOrThrow({ where: { id } })
  expect([identities, freedSsoAdmin]).toEqual(freedSsoAdmin === null ? [1, null] : [0, false])
})
