import { expect, test } from 'vitest'
import { days, hours } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { attentionOf } from '../attention.js'
import { refused, seenProvider } from '../public-providers/seen-provider.js'
import { graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp({
  ...{ PUBLIC_PROVIDERS: 'listed', PROVIDER_COOLDOWN: '72h' },
  PROVIDER_ORIGINS: 'quiet.example=https://quiet.example,sealed.example=',
})
const admin = await app.make.administrator('root')
const owner = await app.make.user('olga')
const acme = await app.make.organization(owner, 'acme')
const globex = await app.make.organization(owner, 'globex')

const fields = 'kind name organization amount detail version thingId'

const alarms = async () => (await attentionOf(app, admin, 'page: { size: 20 }', fields)).nodes

const unreachable = async () => (await alarms()).filter((alarm) => alarm['kind'] === 'ORIGIN_UNREACHABLE')

const alarm = (kind: string, facts: object) => ({
  ...{ kind, organization: null, detail: null, version: null, thingId: null },
  ...facts,
})

const name = (of: string): string => `registry.example/someone/${of}`

test('versions that are altered, unverified or signed by a new key, and what is wanted, are told to site administrators, the worst first', async () => {
  const altered = { alteredAt: app.clock.now(), mismatch: 'Its SHA256SUMS is another one' }
  const changed = await seenProvider(app, 'changed', {
    seen: {
      '1.9.0': altered,
      '1.10.0': altered,
      '1.11.0': {},
      '1.8.0': { ...altered, decision: 'block', decisionReason: 'It leaks' },
    },
  })
  const unsigned = await seenProvider(app, 'unsigned', {
    seen: { '1.0.0': { unverified: 'It has no signature' } },
  })
  const rekeyed = await seenProvider(app, 'rekeyed', {
    seen: {
      '1.0.0': {},
      '1.1.0': { newKey: true },
      '1.2.0': { newKey: true },
      '1.3.0': { newKey: true, decision: 'block', decisionReason: 'By a stranger' },
      '1.4.0': { newKey: true, decision: 'release' },
      '1.5.0': { newKey: true, goneFromOrigin: true },
    },
  })
  const wanted = await seenProvider(app, 'wanted', { seen: { '1.0.0': {} } })
  await refused(app, wanted, acme.id, 14)
  app.clock.move(1000)
  await refused(app, wanted, globex.id)
  expect(await alarms()).toEqual([
    alarm('PROVIDER_ALTERED', { name: name('changed'), amount: 2, version: '1.10.0', thingId: changed }),
    alarm('PROVIDER_NEW_KEY', { name: name('rekeyed'), amount: 2, version: '1.2.0', thingId: rekeyed }),
    alarm('PROVIDER_UNVERIFIED', { name: name('unsigned'), amount: 1, version: '1.0.0', thingId: unsigned }),
    alarm('PROVIDER_WANTED', { name: name('wanted'), amount: 2, organization: 'globex', thingId: wanted }),
  ])
  expect(await attentionOf(app, owner, '', fields)).toEqual({ nodes: [], totalCount: 0 })
})

test('what was approved is wanted no longer, and what was blocked is no alarm', async () => {
  const { adminPublicProviders } = app.services
  const { id } = await app.prisma.publicProvider.findFirstOrThrow({ where: { name: 'wanted' } })
  await adminPublicProviders.approve(admin.ctx, id, { ids: ['globex'], faults: [] })
  expect(await alarms()).toContainEqual(
    expect.objectContaining({ kind: 'PROVIDER_WANTED', amount: 1, organization: 'acme' }),
  )
  await adminPublicProviders.update(admin.ctx, id, { approvedForAll: true })
  const unverified = await app.prisma.publicProviderVersion.findFirstOrThrow({
    where: { unverified: { not: null } },
  })
  await adminPublicProviders.decide(admin.ctx, unverified.id, { decision: 'block', reason: 'No signature' })
  expect(await alarms()).toMatchObject([{ kind: 'PROVIDER_ALTERED' }, { kind: 'PROVIDER_NEW_KEY' }])
  for (const found of await app.prisma.publicProviderVersion.findMany({
    where: { newKey: true, decision: null },
  }))
    await adminPublicProviders.decide(admin.ctx, found.id, { decision: 'release' })
  expect(await alarms()).toMatchObject([{ kind: 'PROVIDER_ALTERED' }])
})

test('an origin is unreachable once none of its providers had an answer for a day though one was asked for', async () => {
  const origin = 'quiet.example'
  const syncError = 'The origin did not answer in time'
  // What was sealed or taken out of the settings is asked no more.
  for (const asked of ['sealed.example', 'former.example'])
    await seenProvider(app, asked, { origin: asked, syncError })
  await seenProvider(app, 'one', { origin, syncError })
  const other = await seenProvider(app, 'other', { origin })
  app.clock.move(hours(23))
  expect(await unreachable()).toEqual([])
  app.clock.move(hours(2))
  expect(await unreachable()).toEqual([
    alarm('ORIGIN_UNREACHABLE', { name: origin, amount: 2, detail: syncError }),
  ])
  await app.prisma.publicProvider.update({ where: { id: other }, data: { syncedAt: app.clock.now() } })
  expect(await unreachable()).toEqual([])
})

test('the alarms take the same number of statements for little as for much', async () => {
  const measure = async () => (await statementsOf(app, alarms)).own.length
  const few = await measure()
  for (let n = 0; n < 5; n++) {
    const altered = { alteredAt: app.clock.now(), mismatch: 'Another one' }
    await refused(app, await seenProvider(app, `many-${n}`, { seen: { '1.0.0': altered } }), acme.id)
  }
  expect(await measure()).toBe(few)
  expect((await alarms()).length).toBeGreaterThan(10)
})

test('the counts of a provider name what is held until when, and how many versions are decided on', async () => {
  const now = app.clock.now()
  const id = await seenProvider(app, 'held', {
    seen: {
      '1.0.0': { heldFrom: new Date(now.getTime() - days(4)) },
      '1.9.0': { decision: 'release' },
      '1.10.0': {},
      '1.11.0': {},
    },
  })
  const counts = async () => {
    const asked = `query ($id: ID!) { sitePublicProvider(id: $id) { counts { newestAvailable newestHeld newestHeldUntil held decided } } }`
    const { data } = await graphql(app, admin, asked, { id })
    return (data['sitePublicProvider'] as unknown as { counts: unknown }).counts
  }
  const newestHeldUntil = new Date(now.getTime() + days(3)).toISOString()
  const held = { newestAvailable: '1.9.0', newestHeld: '1.11.0', held: 2, decided: 1 }
  expect(await counts()).toEqual({ ...held, newestHeldUntil })
  await app.prisma.publicProviderVersion.updateMany({
    where: { providerId: id, version: '1.11.0' },
    data: { newKey: true },
  })
  expect(await counts()).toEqual({ ...held, newestHeldUntil: null })
})
