import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { deliver, receiving } from '../webhooks/webhook-site.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const controlled = await startControlled(origin, { PROVIDER_COOLDOWN: '72h', EGRESS_ALLOW: '127.0.0.1' })
const { app, admin, list, decide, look, row, version, setPolicy, settle, pass } = controlled
// Receivers refuse old timestamps.
app.clock.jump(Date.now() - app.clock.now().getTime())

rule(
  '§14 webhooks',
  '`.held`, `.released`, `.blocked`, `.altered` and `.wanted` go to the webhooks of the site',
)
test('what is held, released, blocked, altered or wanted is told to webhooks of the site', async () => {
  const triggers = ['held', 'released', 'blocked', 'altered'].map((each) => `public-provider-version.${each}`)
  const { receiver } = await receiving(app, admin, [...triggers, 'public-provider.wanted'])
  const thing = await origin.provider(['1.0.0', '1.1.0'])
  const ana = await app.make.user()
  await list(ana, thing)
  await deliver(app)
  // What was there at the first look is no news.
  expect(receiver.events).toEqual([])

  pass(1000)
  await thing.release({ version: '2.0.0' })
  await thing.release({ version: '2.1.0', signing: { by: await newSigningKey() } })
  await thing.release({ version: '2.2.0', signing: { by: null } })
  const heldUntil = new Date(app.clock.now().getTime() + days(3)).toISOString()
  await look(thing)
  await look(thing)
  await decide(thing, '2.0.0', 'release')
  await decide(thing, '1.1.0', 'block', 'It leaks')
  await decide(thing, '1.1.0', null)
  await thing.republish('1.0.0')
  await look(thing, true)
  await deliver(app)
  const address = `registry.example/acme/${thing.name}`
  // Of different versions in any order, of one in that of what happened.
  const told = receiver.events
    .map(({ type, data }) => ({ type, ...data }))
    .sort((one, other) => numberOf(one).localeCompare(numberOf(other)))
  const of = async (number: string) => ({
    ...{
      type: 'public-provider-version',
      id: (await version(thing, number)).id,
      name: `${address} ${number}`,
    },
  })
  expect(told).toMatchObject([
    {
      type: 'public-provider-version.altered',
      subject: await of('1.0.0'),
      actor: { type: 'system' },
      attributes: { version: '1.0.0', reason: 'Its SHA256SUMS is not the one that was first seen' },
    },
    {
      type: 'public-provider-version.blocked',
      subject: await of('1.1.0'),
      attributes: { version: '1.1.0', decision: 'block', reason: 'It leaks' },
    },
    {
      type: 'public-provider-version.held',
      subject: await of('2.0.0'),
      attributes: { version: '2.0.0', 'held-until': heldUntil, 'new-key': false },
    },
    {
      type: 'public-provider-version.released',
      subject: await of('2.0.0'),
      attributes: { version: '2.0.0', decision: 'release', reason: null },
    },
    {
      type: 'public-provider-version.held',
      subject: await of('2.1.0'),
      attributes: { version: '2.1.0', 'held-until': null, 'new-key': true },
    },
  ])
})

rule('§14 wanted', '`public-provider.wanted` is sent once a day for each pair')
test('what is wanted is told once a day for each organization', async () => {
  const { receiver } = await receiving(app, admin, ['public-provider.wanted'])
  const thing = await origin.provider()
  const owners = [await app.make.user(), await app.make.user()]
  const names = []
  for (const owner of owners) {
    const { name } = await app.make.organization(owner)
    await setPolicy(name, { publicProviders: 'listed' })
    names.push(name)
  }
  const want = async () => {
    for (const owner of owners) await list(owner, thing)
    await settle()
  }
  await want()
  await want()
  await deliver(app)
  const wanted = () =>
    receiver.events.map(({ data }) => (data as { attributes: Record<string, unknown> }).attributes)
  const expected = names.map((organization) => ({
    ...{ provider: `registry.example/acme/${thing.name}`, organization },
  }))
  expect(wanted()).toHaveLength(2)
  expect(wanted()).toEqual(expect.arrayContaining(expected))
  pass(days(1))
  await want()
  expect(await app.prisma.publicProviderRefusal.count({ where: { providerId: (await row(thing)).id } })).toBe(
    4,
  )
  const deliveries = await app.prisma.webhookDelivery.count({ where: { type: 'public-provider.wanted' } })
  // Two webhooks hear of two pairs on two days.
  expect(deliveries).toBe(8)
})

const numberOf = ({ attributes }: { readonly attributes: Readonly<Record<string, unknown>> | null }) =>
  String(attributes?.['version'])
