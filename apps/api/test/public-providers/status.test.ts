import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { heldUntil, statusOf } from '../../src/domain/public-providers/public-provider.js'
import { statusSql } from '../../src/domain/public-providers/public-providers.store.js'
import { db, rowsOf } from '../../src/domain/sql.js'
import { days, hours } from '../../src/kernel/clock.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const controlled = await startControlled(origin)
const { app, admin, list, row, version } = controlled
const ana = await app.make.user()

const decisions = [null, 'release', 'block', 'accept'] as const
/** Years 33,000 and later, a date that cannot be computed at all, and what is no number. */
const endless = [days(12_000_000), days(100_000_000), days(1_000_000_000), Infinity, NaN]
const cooldowns = [0, 0.5, hours(2), ...endless]
const heldSince = [0, hours(1), hours(2), hours(3)]

const cases = decisions.flatMap((decision) =>
  [false, true].flatMap((altered) =>
    [null, 'The origin signs nothing'].flatMap((unverified) =>
      [false, true].flatMap((newKey) =>
        heldSince.map((since) => ({ decision, altered, unverified, newKey, since })),
      ),
    ),
  ),
)

describe('what stands of a version', () => {
  rule('§14 cooldown', 'What SQL counts by is what is delivered by, whatever is known of a version')
  test('is the same in SQL and in code, in every case', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    const { id } = await version(thing, '1.0.0')
    const now = app.clock.now()
    for (const { decision, altered, unverified, newKey, since } of cases) {
      const data = {
        ...{ decision, unverified, newKey, heldFrom: new Date(now.getTime() - since) },
        decisionReason: decision === null ? null : 'Because',
        ...{ alteredAt: altered ? now : null, mismatch: altered ? 'Other' : null },
      }
      const changed = await app.prisma.publicProviderVersion.update({ where: { id }, data })
      for (const cooldown of cooldowns) {
        const expected = statusOf(changed, cooldown, now)
        const read = db
          .selectFrom('public_provider_versions as v')
          .select(statusSql(cooldown, app.clock).as('status'))
          .where('v.id', '=', id)
        const [found] = await rowsOf(app.prisma, read)
        expect(found?.status, JSON.stringify({ ...data, cooldown })).toBe(expected)
      }
    }
  })

  test('what cannot compute is closed: a cooldown without an end that can be computed holds', () => {
    const now = app.clock.now()
    const version = {
      ...{
        version: '1.0.0',
        decision: null,
        alteredAt: null,
        unverified: null,
        newKey: false,
        imported: false,
      },
      heldFrom: new Date(now.getTime() - hours(1)),
    }
    for (const cooldown of endless) {
      expect(statusOf(version, cooldown, now), String(cooldown)).toBe('held')
      expect(heldUntil(version, cooldown, now), String(cooldown)).toBeNull()
    }
    expect(statusOf({ ...version, heldFrom: new Date(NaN) }, hours(1), now)).toBe('held')
    expect(statusOf({ ...version, decision: 'release' }, NaN, now)).toBe('available')
  })

  test.each<[string, Partial<Parameters<typeof statusOf>[0]>, number, string]>([
    ['without a cooldown', {}, 0, 'available'],
    ['before its time', {}, hours(2), 'held'],
    ['at its time', {}, hours(1), 'available'],
    ['by a new key', { newKey: true }, hours(1), 'held'],
    ['by a new key without a cooldown', { newKey: true }, 0, 'available'],
    ['imported', { imported: true, newKey: true }, hours(2), 'available'],
    ['released', { decision: 'release', newKey: true }, hours(2), 'available'],
    ['blocked, whatever else', { decision: 'block', unverified: 'x', alteredAt: new Date() }, 0, 'blocked'],
    ['altered after a release', { decision: 'release', alteredAt: new Date() }, 0, 'altered'],
    ['unverified after a release', { decision: 'release', unverified: 'x' }, 0, 'unverified'],
  ])('%s', (_name, facts, cooldown, expected) => {
    const now = app.clock.now()
    const version = {
      ...{
        version: '1.0.0',
        decision: null,
        alteredAt: null,
        unverified: null,
        newKey: false,
        imported: false,
      },
      heldFrom: new Date(now.getTime() - hours(1)),
      ...facts,
    }
    expect(statusOf(version, cooldown, now)).toBe(expected)
  })
})

test('what administrators count is by the cooldown of the site, and lists are filtered by it', async () => {
  const strict = await startControlled(origin, { PROVIDER_COOLDOWN: '72h' }, app)
  const fresh = app.clock.now().toISOString()
  const thing = await origin.provider(['1.0.0', '1.1.0', { version: '1.2.0', publishedAt: fresh }, '1.3.0'])
  await strict.list(ana, thing)
  await strict.decide(thing, '1.1.0', 'block', 'It leaks')
  thing.withdraw('1.3.0')
  await strict.look(thing)
  const { id } = await row(thing)
  const counts = (await strict.app.services.adminPublicProviders.countsOf(admin.ctx, [id])).get(id)
  const heldUntil = new Date(app.clock.now().getTime() + hours(72))
  expect(counts).toEqual({
    ...{ newestAvailable: '1.0.0', newestHeld: '1.2.0', newestHeldUntil: heldUntil },
    ...{ held: 1, blocked: 1, altered: 0, unverified: 0, decided: 1, listedBy: 0 },
  })
  const page = { number: 1, size: 20 }
  const found = async (status: 'held' | 'blocked' | 'altered') => {
    const filter = { status, search: `ACME/${thing.name}` }
    return (await strict.app.services.adminPublicProviders.list(admin.ctx, filter, page)).items.length
  }
  expect([await found('held'), await found('blocked'), await found('altered')]).toEqual([1, 1, 0])
})
