import { expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { mutate } from '../graphql/mutate.js'
import type { Person } from '../makers.js'
import { administer, publish, publishModule, setStatus } from '../modules/module-requests.js'
import { dataOf, graphql, must } from '../rest.js'
import { inboxOf, kindsOf, maintain, notify, unreadOf } from './inbox.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')
const owner = await app.make.user('olga')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme, 'mia')
const other = await app.make.user('otto')
const globex = await app.make.organization(other, 'globex')

const address = (name: string) => ({ namespace: 'acme', name, provider: 'aws' })

/** A published module of acme, by its id. */
async function module(name: string): Promise<string> {
  await publishModule(app, owner, `acme/${name}/aws`, '1.0.0')
  const { id } = await app.prisma.module.findFirstOrThrow({ where: { name } })
  app.clock.move(1)
  return id
}

const follow = (by: Person, id: string) =>
  mutate(app, by, 'registryModuleFollow', { id }, 'userErrors { code } registryModule { isFollowed }')
const unfollow = (by: Person, id: string) =>
  mutate(app, by, 'registryModuleUnfollow', { id }, 'userErrors { code }')

const share = (names: string[]) =>
  app.services.registryPartnerships.set(admin.ctx, acme.id, { modules: names.map((name) => ({ name })) })

async function followed(by: Person): Promise<string[]> {
  const data = await dataOf(app, by, '{ viewer { followedModules { nodes { name version } totalCount } } }')
  return (data['viewer']?.['followedModules'] as { nodes: { name: string }[] }).nodes.map(({ name }) => name)
}

test('who follows a module is told of its versions: new, deprecated and revoked; who does not, is not', async () => {
  const id = await module('followed')
  expect(await follow(member, id)).toEqual({ userErrors: [], registryModule: { isFollowed: true } })
  await publish(app, owner, 'acme/followed/aws', '1.1.0')
  await must(setStatus(app, owner, 'acme/followed/aws', '1.0.0', 'Deprecated', { reason: 'Old' }))
  await must(setStatus(app, owner, 'acme/followed/aws', '1.0.0', 'Revoked', { reason: 'A hole' }))
  expect(await inboxOf(app, member)).toMatchObject([
    { kind: 'MODULE_VERSION_REVOKED', module: address('followed'), version: '1.0.0', reason: 'A hole' },
    { kind: 'MODULE_VERSION_DEPRECATED', module: address('followed'), version: '1.0.0', reason: 'Old' },
    { kind: 'MODULE_VERSION_PUBLISHED', module: address('followed'), version: '1.1.0', readAt: null },
  ])
  // What one does oneself is no news, and neither is what came before one followed.
  expect(await kindsOf(app, owner)).toEqual([])
  expect(await kindsOf(app, other)).toEqual([])
})

test('a followed module is listed, and no more once it is not followed; both as often as one likes', async () => {
  const person = await app.make.member(acme)
  const id = await module('listed')
  await follow(person, id)
  await follow(person, id)
  expect(await followed(person)).toEqual(['listed'])
  expect(await unfollow(person, id)).toEqual({ userErrors: [] })
  expect(await unfollow(person, id)).toEqual({ userErrors: [] })
  expect(await followed(person)).toEqual([])
  await publish(app, owner, 'acme/listed/aws', '1.1.0')
  expect(await kindsOf(app, person)).toEqual([])
})

test('a module of others cannot be followed, and says no more than that it is not there', async () => {
  const id = await module('secret')
  const answer = [{ code: 'NOT_FOUND' }]
  expect(await follow(other, id)).toMatchObject({ userErrors: answer })
  expect(await follow(other, 'mod-0123456789abcdef')).toMatchObject({ userErrors: answer })
  expect(await app.prisma.moduleFollow.count({ where: { userId: other.id } })).toBe(0)
})

test('what is no longer shared is told no more, in no list and no count, and again once it is shared again', async () => {
  const id = await module('lent')
  await share(['globex'])
  await follow(other, id)
  await publish(app, owner, 'acme/lent/aws', '1.1.0')
  expect(await kindsOf(app, other)).toEqual(['MODULE_VERSION_PUBLISHED'])
  await share([])
  expect(await inboxOf(app, other)).toMatchObject([
    { kind: 'MODULE_SHARE_ENDED', organization: 'globex', producer: 'acme', module: null },
  ])
  expect(await unreadOf(app, other)).toBe(1)
  expect(await followed(other)).toEqual([])
  await share(['globex'])
  expect(await kindsOf(app, other)).toEqual(['MODULE_SHARE_ENDED', 'MODULE_VERSION_PUBLISHED'])
  await mutate(app, other, 'inboxAllRead', {}, 'userErrors { code }')
})

test('a share that ends by itself is told to the owners of the organization, and to no other member', async () => {
  const owned = await app.make.user()
  const initech = await app.make.organization(owned, 'initech')
  const plain = await app.make.member(initech)
  const endsAt = new Date(app.clock.now().getTime() + days(1))
  await app.services.registryPartnerships.set(admin.ctx, acme.id, { modules: [{ name: 'initech', endsAt }] })
  app.clock.move(days(2))
  await app.doWhatIsDue()
  expect(await kindsOf(app, owned)).toEqual(['MODULE_SHARE_ENDED'])
  expect(await kindsOf(app, plain)).toEqual([])
})

test('owners are told once of an engine version that their workspaces use: deprecated, then disabled', async () => {
  const { id } = await app.make.engineVersion(admin, '1.5.0')
  await app.make.workspace(other, globex, '1.5.0')
  await app.make.workspace(other, globex, '1.5.0')
  await app.services.engineVersions.update(admin.ctx, id, { deprecated: true, deprecatedReason: 'Old' })
  await app.services.engineVersions.update(admin.ctx, id, { enabled: false })
  const told = (await inboxOf(app, other, '(filter: { unread: true })')).slice(0, 2)
  expect(told).toMatchObject([
    { kind: 'ENGINE_VERSION_DISABLED', version: '1.5.0' },
    { kind: 'ENGINE_VERSION_DEPRECATED', version: '1.5.0', reason: 'Old' },
  ])
  expect(await kindsOf(app, member)).not.toContain('ENGINE_VERSION_DISABLED')
})

test('owners whose tokens downloaded a version lately are told that it is revoked', async () => {
  const id = await module('used')
  await share(['globex'])
  const day = app.clock.now()
  const data = {
    moduleId: id,
    version: '1.0.0',
    day,
    credentialId: 'at-1',
    organizationId: globex.id,
    count: 1,
  }
  await app.prisma.moduleDownload.create({ data })
  await must(setStatus(app, owner, 'acme/used/aws', '1.0.0', 'Revoked', { reason: 'A hole' }))
  expect((await inboxOf(app, other))[0]).toMatchObject({
    kind: 'MODULE_VERSION_REVOKED',
    module: address('used'),
  })
})

test('a token is told of 14 days before it ends, once; one that never lives longer, not at all', async () => {
  const person = await app.make.user()
  const ends = (after: number) => new Date(app.clock.now().getTime() + days(after)).toISOString()
  const create = (description: string, after: number) =>
    app.services.tokens.create(
      person.ctx,
      { type: 'user', id: person.id },
      { description, expiredAt: ends(after) },
    )
  await create('pipeline', 30)
  await create('short', 10)
  await maintain(app)
  expect(await kindsOf(app, person)).toEqual([])
  app.clock.move(days(17))
  await maintain(app)
  await maintain(app)
  expect(await inboxOf(app, person)).toMatchObject([{ kind: 'TOKEN_EXPIRES', token: 'pipeline' }])
  await app.prisma.authenticationToken.deleteMany({ where: { userId: person.id, description: 'pipeline' } })
  expect(await kindsOf(app, person)).toEqual([])
})

test('an invitation is told to whose address it is proven to be, and goes with it', async () => {
  const person = await app.make.user('ida')
  const claimer = await app.make.user('carl')
  const proof = { emailProof: 'invitation', emailVerifiedAt: app.clock.now() }
  await app.prisma.user.update({ where: { id: claimer.id }, data: proof })
  const invite = (name: string) =>
    app.services.memberships.create(owner.ctx, 'acme', { email: `${name}@example.com` })
  const { membership } = await invite('ida')
  await invite('carl')
  expect(await inboxOf(app, person)).toMatchObject([{ kind: 'INVITED', organization: 'acme' }])
  expect(await kindsOf(app, claimer)).toEqual([])
  await app.services.memberships.delete(owner.ctx, membership.id)
  expect(await kindsOf(app, person)).toEqual([])
})

test('entries are read one by one or all up to one that was seen, each person for themselves', async () => {
  const [one, two] = [await app.make.member(acme), await app.make.member(acme)]
  const id = await module('read')
  for (const person of [one, two]) await follow(person, id)
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) await publish(app, owner, 'acme/read/aws', version)
  const entries = await inboxOf(app, one)
  expect(await unreadOf(app, one)).toBe(3)
  await mutate(app, one, 'inboxEntryRead', { id: entries[0]?.id }, 'userErrors { code }')
  expect(await inboxOf(app, one, '(filter: { unread: true })')).toHaveLength(2)
  await mutate(app, one, 'inboxAllRead', { upTo: entries[2]?.id }, 'userErrors { code }')
  expect(await unreadOf(app, one)).toBe(1)
  await mutate(app, one, 'inboxAllRead', {}, 'userErrors { code }')
  expect([await unreadOf(app, one), await unreadOf(app, two)]).toEqual([0, 3])
  expect(await inboxOf(app, one)).toHaveLength(3)
})

test('the entry of another person is not there, and neither is what is no number', async () => {
  const [entry] = await inboxOf(app, member)
  const stranger = await app.make.user()
  for (const id of [entry?.id, '0', '-1', 'x', '99999999999999999999'])
    expect(await mutate(app, stranger, 'inboxEntryRead', { id }, 'userErrors { code }')).toEqual({
      userErrors: [{ code: 'NOT_FOUND' }],
    })
})

test('services and tokens for something else have no inbox', async () => {
  const codes = async (bearer: string) =>
    (await graphql(app, bearer, '{ viewer { inboxUnread } }')).errors?.map(
      ({ extensions }) => extensions.code,
    )
  const whose = { type: 'organization', id: acme.id } as const
  const service = (await app.services.tokens.replacePlain(owner.ctx, whose, {})).value
  expect(await codes(service)).toEqual(['NOT_FOUND'])
  expect(await codes(await app.make.token(owner, { scopes: ['publish:acme/used/aws'] }))).toEqual([
    'NOT_FOUND',
  ])
  expect(await codes(await app.make.token(owner, { scopes: ['read'] }))).toBeUndefined()
  const reader = await app.make.token(member, { scopes: ['read'] })
  const answer = await mutate(app, reader, 'inboxAllRead', {}, 'userErrors { code }')
  expect(answer).toEqual({ userErrors: [{ code: 'NOT_FOUND' }] })
})

test('a disabled organization is told nothing of, and what it had is there again once it is enabled', async () => {
  const person = await app.make.member(acme)
  const id = await module('disabled')
  await follow(person, id)
  await publish(app, owner, 'acme/disabled/aws', '1.1.0')
  await must(administer(app, admin, 'acme', { 'is-disabled': true }))
  expect([await kindsOf(app, person), await unreadOf(app, person)]).toEqual([[], 0])
  await must(administer(app, admin, 'acme', { 'is-disabled': false }))
  expect(await kindsOf(app, person)).toEqual(['MODULE_VERSION_PUBLISHED'])
})

test('entries go with the module and the person, and after 90 days', async () => {
  const [person, leaver] = [await app.make.member(acme), await app.make.member(acme)]
  const [gone, kept] = [await module('gone'), await module('kept')]
  for (const id of [gone, kept]) for (const each of [person, leaver]) await follow(each, id)
  await publish(app, owner, 'acme/gone/aws', '1.1.0')
  await publish(app, owner, 'acme/kept/aws', '1.1.0')
  await notify(app)
  await app.services.modules.delete(owner.ctx, [gone])
  await app.services.users.delete(admin.ctx, leaver.id)
  expect(await inboxOf(app, person)).toMatchObject([{ module: address('kept') }])
  expect(await app.prisma.inboxEntry.count({ where: { userId: leaver.id } })).toBe(0)
  app.clock.move(days(91))
  await maintain(app)
  expect(await app.prisma.inboxEntry.count()).toBe(0)
  const old = new Date(app.clock.now().getTime() - days(90))
  expect(await app.prisma.inboxNotice.count({ where: { at: { lt: old } } })).toBe(0)
})
