import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { days, hours } from '../../src/kernel/clock.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const { twin } = origin
const { app, list, download, version, decide, look, pass, setPolicy } = await startControlled(origin, {
  PROVIDER_COOLDOWN: '72h',
})
const ana = await app.make.user()
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `1.${index}.0`)
const fresh = () => new Date(app.clock.now().getTime() - hours(1)).toISOString()

describe('at the first look', () => {
  rule('§14 cooldown', 'What was there at the first look counts from the date of the origin')
  test('versions count from the dates of the origin', async () => {
    const thing = await origin.provider(['1.0.0', { version: '1.1.0', publishedAt: fresh() }])
    const { versions, warnings } = await list(ana, thing)
    expect(versions).toEqual(['1.0.0'])
    const until = new Date(app.clock.now().getTime() + hours(71)).toISOString()
    expect(warnings).toEqual([
      `acme/${thing.name} 1.1.0 is held until ${until.slice(0, 16).replace('T', ' ')} UTC`,
    ])
    pass(hours(71) - 1)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    pass(1)
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    expect((await list(ana, thing)).warnings).toEqual([])
  })

  rule('§14 cooldown', 'Without a date of the past it counts from first sight')
  test.each<[string, string | null]>([
    ['of the future', '2999-01-01T00:00:00Z'],
    ['that is garbage', 'last tuesday'],
    ['that is empty', ''],
    ['that is absent', null],
  ])('a date %s counts from first sight', async (_name, publishedAt) => {
    const thing = await origin.provider([{ version: '1.0.0', publishedAt }])
    expect((await list(ana, thing)).versions).toEqual(['0.0.0-not-available'])
    expect(await version(thing, '1.0.0')).toMatchObject({ publishedAt: null, heldFrom: app.clock.now() })
    pass(days(3))
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
  })

  rule(
    '§14 cooldown',
    'At most the newest 20 dates are asked for; what is older counts as the oldest of them',
  )
  test('of more than 20 versions the older ones count as the oldest that was asked for', async () => {
    const thing = await origin.provider(
      Array.from({ length: 22 }, (_, index) => ({
        version: `1.${index}.0`,
        publishedAt: `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
      })),
    )
    await list(ana, thing)
    expect(await version(thing, '1.2.0')).toMatchObject({ publishedAt: new Date('2026-01-03') })
    for (const old of ['1.0.0', '1.1.0'])
      expect(await version(thing, old)).toMatchObject({
        ...{ publishedAt: null, heldFrom: new Date('2026-01-03') },
      })
    expect(twin.count(`${thing.path}/1.1.0`)).toBe(0)
  })

  test('a date that cannot be asked for counts from first sight', async () => {
    const thing = await origin.provider()
    twin.fail({ status: 500 }, `${thing.path}/1.0.0`)
    expect((await list(ana, thing)).versions).toEqual(['0.0.0-not-available'])
    twin.recover()
  })
})

describe('after it', () => {
  rule('§14 cooldown', 'A new version is held by our clock alone, whatever its origin says')
  test('a version counts from the moment it is first seen, whatever the origin says', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.release({ version: '1.1.0', publishedAt: '2020-01-01T00:00:00Z' })
    pass(hours(2))
    await look(thing)
    expect(await version(thing, '1.1.0')).toMatchObject({
      ...{ publishedAt: new Date('2020-01-01'), heldFrom: app.clock.now(), firstSeenAt: app.clock.now() },
    })
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    const refused = await download(ana, thing, '1.1.0')
    const until = new Date(app.clock.now().getTime() + days(3)).toISOString().slice(0, 16).replace('T', ' ')
    expect([refused.status, refused.body]).toEqual([
      410,
      { errors: [`Version 1.1.0 is held until ${until} UTC`] },
    ])
    pass(days(3))
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    expect((await download(ana, thing, '1.1.0')).status).toBe(200)
  })

  rule('§14 cooldown', 'A pre-release is held likewise')
  test('a pre-release is held likewise', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.release({ version: '2.0.0-beta1' })
    await look(thing)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    pass(days(3))
    expect((await list(ana, thing)).versions).toEqual(['2.0.0-beta1', '1.0.0'])
  })

  rule('§14 cooldown', 'With the origin unreachable what is held becomes available in its time')
  test('what is held becomes available though its origin is down', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.release({ version: '1.1.0' })
    await look(thing)
    twin.fail({ status: 500 })
    pass(days(3))
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    twin.recover()
  })
})

describe('a decision', () => {
  rule('§14 cooldown', 'Released is available for everyone at once, and held again without the decision')
  test('to release ends the hold, and brings it back when it is taken back', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.release({ version: '1.1.0' })
    await look(thing)
    await decide(thing, '1.1.0', 'release')
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    await decide(thing, '1.1.0', null)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
  })

  rule('§14 cooldown', 'Under a cooldown a version by a key that no earlier one had waits for a person')
  test('alone ends the hold of a version by a new key', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    const stranger = await newSigningKey()
    await thing.release({ version: '1.1.0', signing: { by: stranger } })
    pass(1000)
    await look(thing)
    expect(await version(thing, '1.1.0')).toMatchObject({ newKey: true, keyId: stranger.keyId })
    pass(days(30))
    const { versions, warnings } = await list(ana, thing)
    expect([versions, warnings]).toEqual([
      ['1.0.0'],
      [`acme/${thing.name} 1.1.0 is held until an administrator releases it, since its signing key is new`],
    ])
    expect((await download(ana, thing, '1.1.0')).body.errors[0]).toMatch(/its signing key is new$/)
    await decide(thing, '1.1.0', 'release')
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    // The key is known from then on.
    await thing.release({ version: '1.2.0', signing: { by: stranger } })
    await look(thing)
    expect((await version(thing, '1.2.0')).newKey).toBe(false)
    // Also where what was released is blocked later.
    await decide(thing, '1.1.0', 'block', 'It leaks')
    await thing.release({ version: '1.3.0', signing: { by: stranger } })
    await look(thing)
    expect((await version(thing, '1.3.0')).newKey).toBe(false)
  })

  test('waits for each version by a new key, until a person has released one', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    const stranger = await newSigningKey()
    const release = async (...numbers: string[]) => {
      pass(1000)
      for (const number of numbers) await thing.release({ version: number, signing: { by: stranger } })
      await look(thing)
    }
    await release('1.1.0', '1.2.0')
    await decide(thing, '1.1.0', 'block', 'A key that its owner does not know')
    await release('1.3.0')
    pass(days(30))
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    for (const number of ['1.1.0', '1.2.0', '1.3.0'])
      expect(await version(thing, number)).toMatchObject({ newKey: true, keyId: stranger.keyId })
    await decide(thing, '1.2.0', 'release')
    await release('1.4.0')
    pass(days(3))
    expect((await list(ana, thing)).versions).toEqual(['1.4.0', '1.2.0', '1.0.0'])
  })

  test('is needed for a new key of what was not signed at the first look', async () => {
    const thing = await origin.provider(['1.0.0', { version: '1.1.0', signing: { by: null } }])
    await list(ana, thing)
    await thing.release({ version: '1.1.0', signing: { by: await newSigningKey() } })
    await look(thing, true)
    expect(await version(thing, '1.1.0')).toMatchObject({ newKey: true, unverified: null })
    pass(days(30))
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
  })

  rule('§14 cooldown', 'A key that an old version had after the first look is no known one by that')
  test('is needed for a new key, though an old version by it was installed', async () => {
    const thing = await origin.provider(numbers(22))
    await list(ana, thing)
    const stranger = await newSigningKey()
    await thing.sign('1.0.0', { by: stranger })
    expect((await download(ana, thing, '1.0.0')).status).toBe(200)
    await thing.release({ version: '2.0.0', signing: { by: stranger } })
    pass(1000)
    await look(thing)
    expect(await version(thing, '2.0.0')).toMatchObject({ newKey: true, keyId: stranger.keyId })
    await decide(thing, '2.0.0', 'release')
    await thing.release({ version: '2.1.0', signing: { by: stranger } })
    await look(thing)
    expect((await version(thing, '2.1.0')).newKey).toBe(false)
  })

  rule('§14 cooldown', 'The first key of what the first look found unsigned is a new one')
  test('is needed for the first key of what was not signed at all at the first look', async () => {
    const thing = await origin.provider(['1.0.0'], { key: null })
    await list(ana, thing)
    await thing.sign('1.0.0', { by: await newSigningKey() })
    await look(thing, true)
    expect(await version(thing, '1.0.0')).toMatchObject({ newKey: true, unverified: null })
    expect((await list(ana, thing)).versions).toEqual(['0.0.0-not-available'])
  })

  rule('§14 cooldown', 'A first look that could check nothing is made up for by the next one')
  test('is needed for a new key that comes before a first look that failed is made up for', async () => {
    const thing = await origin.provider(['1.0.0'])
    twin.fail({ status: 500 }, new RegExp(`/files/acme/${thing.name}/`))
    await list(ana, thing)
    twin.recover()
    const stranger = await newSigningKey()
    await thing.release({ version: '1.1.0', signing: { by: stranger } })
    pass(1000)
    await look(thing)
    expect(await version(thing, '1.0.0')).toMatchObject({ newKey: false, keyId: origin.key.keyId })
    expect(await version(thing, '1.1.0')).toMatchObject({ newKey: true, keyId: stranger.keyId })
    await thing.release({ version: '1.2.0' })
    await look(thing)
    expect((await version(thing, '1.2.0')).newKey).toBe(false)
  })

  rule('§14 cooldown', 'Accepting makes no key known, and a new one does not hold what was accepted')
  test('is needed for the new key of what was accepted, in versions to come', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    const stranger = await newSigningKey()
    await thing.republish('1.0.0', { by: stranger })
    await look(thing, true)
    await decide(thing, '1.0.0', 'accept', 'They told us')
    await thing.release({ version: '1.1.0', signing: { by: stranger } })
    pass(1000)
    await look(thing)
    for (const number of ['1.0.0', '1.1.0'])
      expect(await version(thing, number)).toMatchObject({ newKey: true, keyId: stranger.keyId })
    pass(days(30))
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
  })

  rule('§14 decisions', 'What is released and was never looked at is looked at first')
  test('to release what was never looked at looks at it first', async () => {
    const thing = await origin.provider(numbers(22))
    await list(ana, thing)
    await thing.sign('1.0.0', { by: null })
    await expect(decide(thing, '1.0.0', 'release')).rejects.toThrow()
    const stranger = await newSigningKey()
    await thing.sign('1.0.0', { by: stranger })
    await decide(thing, '1.0.0', 'release')
    expect(await version(thing, '1.0.0')).toMatchObject({
      ...{ decision: 'release', keyId: stranger.keyId, checkedAt: app.clock.now() },
    })
  })

  test('is not needed for a new key at the first look, nor without a cooldown', async () => {
    const stranger = await newSigningKey()
    const thing = await origin.provider(['1.0.0', { version: '1.1.0', signing: { by: stranger } }])
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    await thing.release({ version: '1.2.0', signing: { by: await newSigningKey() } })
    pass(1000)
    await look(thing)
    expect((await version(thing, '1.2.0')).newKey).toBe(true)
    const owner = await app.make.user()
    const { name } = await app.make.organization(owner)
    await setPolicy(name, { providerCooldown: '0s' })
    expect((await list(owner, thing)).versions).toEqual(['1.2.0', '1.1.0', '1.0.0'])
  })
})

rule('§19', 'A rule that cannot be computed holds')
test('what cannot compute is closed: a cooldown of before that is too long holds, and says so', async () => {
  const thing = await origin.provider()
  const owner = await app.make.user()
  const { id, name } = await app.make.organization(owner)
  await list(ana, thing)
  pass(days(3))
  expect((await list(owner, thing)).versions).toEqual(['1.0.0'])
  // A release before this one took it.
  for (const providerCooldown of ['100000000d', '9000000d']) {
    await app.prisma.organization.update({ where: { id }, data: { providerCooldown } })
    const sentence = '1.0.0 is held until an administrator releases it, since the cooldown is too long'
    expect(await list(owner, thing)).toEqual({
      ...{ versions: ['0.0.0-not-available'], warnings: [`acme/${thing.name} ${sentence}`] },
    })
    const { status, body } = await download(owner, thing, '1.0.0')
    expect([status, body]).toEqual([410, { errors: [`Version ${sentence}`] }])
  }
  expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
  await setPolicy(name, { providerCooldown: '36500d' })
  const until = new Date((await version(thing, '1.0.0')).heldFrom.getTime() + days(36_500)).toISOString()
  expect((await list(owner, thing)).warnings).toEqual([
    `acme/${thing.name} 1.0.0 is held until ${until.slice(0, 16).replace('T', ' ')} UTC`,
  ])
})

rule('§14 cooldown', 'Organizations with different cooldowns see different lists; null is that of the site')
test('each organization sees the list of its own cooldown', async () => {
  const thing = await origin.provider(['1.0.0', { version: '1.1.0', publishedAt: fresh() }])
  const seen: Record<string, readonly string[]> = {}
  for (const providerCooldown of ['0s', '30m', '2h', null]) {
    const owner = await app.make.user()
    const { name } = await app.make.organization(owner)
    if (providerCooldown !== null) await setPolicy(name, { providerCooldown })
    seen[String(providerCooldown)] = (await list(owner, thing)).versions
  }
  const both = ['1.1.0', '1.0.0']
  expect(seen).toEqual({ '0s': both, '30m': both, '2h': ['1.0.0'], null: ['1.0.0'] })
})
