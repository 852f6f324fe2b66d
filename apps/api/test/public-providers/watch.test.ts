import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { days, hours } from '../../src/kernel/clock.js'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import { point, startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const { twin } = origin
const controlled = await startControlled(origin)
const { app, admin, list, download, row, version, watch, pass, settle } = controlled
const ana = await app.make.user()

/** Counts the requests for its list of versions, and for its SHA256SUMS, since then. */
const looks = ({ path, name }: ProviderTwin) => [
  twin.count(`${path}/versions`),
  twin.count(new RegExp(`/files/acme/${name}/.*SHA256SUMS$`)),
]

/** A provider that was delivered. */
async function known(versions = ['1.0.0']): Promise<ProviderTwin> {
  const thing = await origin.provider(versions)
  await list(ana, thing)
  await download(ana, thing, versions[0] ?? '')
  await settle()
  return thing
}

describe('the watch', () => {
  rule(
    '§14 watch',
    'Every PROVIDER_WATCH versions are compared, and new ones found, with conditional requests',
  )
  test('finds what is new once in the time of PROVIDER_WATCH', async () => {
    const thing = await known()
    await watch()
    twin.forget()
    await thing.release({ version: '1.1.0' })
    pass(hours(1) - 1000)
    await watch()
    expect(looks(thing)[0]).toBe(0)
    pass(1000)
    await watch()
    expect(looks(thing)[0]).toBe(1)
    expect((await row(thing)).syncedAt).toEqual(app.clock.now())
    expect(await version(thing, '1.1.0')).toMatchObject({ firstSeenAt: app.clock.now(), unverified: null })
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    const [asked] = twin.asked.filter(({ url }) => url === `${thing.path}/versions`)
    expect(asked?.headers['if-none-match']).toBeDefined()
  })

  rule('§14 watch', 'The digests of the newest 20 are compared once a day')
  test('compares the digests of the newest 20 once a day', async () => {
    const thing = await known(Array.from({ length: 22 }, (_, index) => `1.${index}.0`))
    twin.forget()
    for (let hour = 0; hour < 24; hour++) {
      pass(hours(1))
      await watch()
    }
    expect(looks(thing)).toEqual([24, 20])
    expect(twin.count(new RegExp(`/files/acme/${thing.name}/1.[01].0/`))).toBe(0)
    expect((await row(thing)).comparedAt).toEqual(app.clock.now())
  })

  test('is over for those who wait for it once what is new is proven too', async () => {
    const thing = await known()
    await watch()
    await thing.release({ version: '1.1.0' })
    pass(days(1))
    const before = (await row(thing)).comparedAt
    const hold = twin.hold(new RegExp(`/files/acme/${thing.name}/1.1.0/`))
    const watched = watch()
    await expect.poll(() => hold.waiting).toBeGreaterThan(0)
    expect((await row(thing)).comparedAt).toEqual(before)
    hold.release()
    await watched
    expect((await row(thing)).comparedAt).toEqual(app.clock.now())
    expect(await version(thing, '1.1.0')).toMatchObject({ checkedAt: app.clock.now() })
  })

  rule('§14 watch', 'By itself is looked at what is listed, approved or was delivered in the last 90 days')
  test('looks at what is listed, approved or was delivered in the last 90 days, not at what was asked for', async () => {
    const [pointed, approved, all, delivered, asked, forgotten] = [
      await known(),
      await known(),
      await known(),
      await known(),
      await known(),
      await known(),
    ]
    const owner = await app.make.user()
    const { name } = await app.make.organization(owner)
    await point(app, owner, name, pointed)
    await app.services.adminPublicProviders.approve(admin.ctx, (await row(approved)).id, {
      ids: [name],
      faults: [],
    })
    await controlled.approveForAll(all)
    pass(days(90) - hours(2))
    await download(ana, delivered, '1.0.0')
    twin.forget()
    await list(ana, asked)
    // It goes out before the origin has answered, where that takes long.
    await expect.poll(() => looks(asked)[0]).toBeGreaterThan(0)
    await settle()
    pass(days(1))
    twin.forget()
    await watch()
    const seen = [pointed, approved, all, delivered, asked, forgotten].map((thing) => looks(thing)[0])
    expect(seen.map((count) => (count ?? 0) > 0)).toEqual([true, true, true, true, false, false])
  })

  rule('§14 watch', 'An origin that fails is noted, and what is known stays')
  test('notes what failed, goes on with the others, and tries again', async () => {
    const [bad, good] = [await known(), await known()]
    twin.fail({ status: 500 }, `${bad.path}/versions`)
    for (const thing of [bad, good]) await thing.release({ version: '2.0.0' })
    pass(hours(1))
    await watch()
    expect((await row(bad)).syncError).toBe('The public registry answered 500')
    expect((await list(ana, good)).versions).toEqual(['2.0.0', '1.0.0'])
    twin.recover()
    pass(hours(1))
    await watch()
    expect((await row(bad)).syncError).toBeNull()
    expect((await list(ana, bad)).versions).toEqual(['2.0.0', '1.0.0'])
  })

  rule('§14 watch', 'One of several processes looks')
  test('is of one of several processes', async () => {
    const beside = await startControlled(origin, {}, app)
    const thing = await known()
    twin.forget()
    pass(hours(1))
    await Promise.all([watch(), beside.watch()])
    expect(looks(thing)[0]).toBe(1)
  })

  rule('§14 watch', '4 providers at a time, each with at most 4 requests')
  test('asks of 4 providers at a time', async () => {
    for (let count = 0; count < 8; count++) await known()
    twin.forget()
    const held = twin.hold(/\/versions$/)
    pass(hours(1))
    const watching = watch()
    await expect.poll(() => held.waiting).toBe(4)
    held.release()
    await watching
    expect(twin.mostAtOnce).toBeLessThanOrEqual(16)
  })
})

rule('§14 watch', 'With PROVIDER_WATCH=0s nothing is looked at by itself')
test('with PROVIDER_WATCH=0s it never looks by itself', async () => {
  const still = await startControlled(origin, { PROVIDER_WATCH: '0s' })
  const thing = await origin.provider()
  await still.list(await still.app.make.user(), thing)
  twin.forget()
  still.pass(days(2))
  await still.watch()
  expect(twin.asked).toEqual([])
})

rule('§14 decisions', 'A look on demand compares versions and the digests of the newest 20')
test('a look on demand compares versions and digests, behind its answer', async () => {
  const thing = await known(['1.0.0', '1.1.0'])
  await thing.release({ version: '1.2.0' })
  await thing.republish('1.0.0')
  const { id } = await row(thing)
  await app.services.adminPublicProviders.sync(admin.ctx, id)
  await expect.poll(async () => (await version(thing, '1.0.0')).alteredAt).not.toBeNull()
  expect((await list(ana, thing)).versions).toEqual(['1.2.0', '1.1.0'])
})
