import { rule } from '@engine/shared/rule'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { days, minutes } from '../../src/kernel/clock.js'
import { TaggedCache, type Validity } from '../../src/kernel/tagged-cache.js'
import { tokenValues } from '../../src/adapters/secrets/tokens.js'
import { Coverage } from '../response-cache/coverage.js'
import { statementsOf } from '../statements.js'
import type { Person } from '../makers.js'
import { isFull } from '../full-run.js'
import { point, startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin()
const { twin } = origin
// What is read at the origin stands longer than any test lasts.
twin.maxAge = 30 * 24 * 3600
const controlled = await startControlled(origin, { PROVIDER_COOLDOWN: '72h' })
const { app, admin, ask, list, row, decide, look, setPolicy, approveForAll } = controlled
const { services, make } = app
const ana = await make.user()

/** A look ends what was read before it, so that the list after it is the first to be kept. */
async function kept(by: Parameters<typeof list>[0], thing: Named) {
  await list(by, thing)
  return list(by, thing)
}

/** Counts the statements for a list, without those of the authentication. */
const statements = async (by: Parameters<typeof ask>[0], thing: Named) =>
  (await statementsOf(app, () => ask(by, thing, '/versions'))).own.length

const recent = (ago: number) => new Date(app.clock.now().getTime() - ago).toISOString()

rule('§14 caching', 'A list is kept by its tags, as those of §7 are')
test('a list that was given once takes no statement', async () => {
  const thing = await origin.provider()
  await list(ana, thing)
  const first = await statements(ana, thing)
  expect([first > 0, await statements(ana, thing)]).toEqual([true, 0])
})

rule('§14 caching', 'A version that is held appears when its time comes, by the clock alone')
test('a kept list ends when something held becomes available', async () => {
  const thing = await origin.provider([
    '1.0.0',
    { version: '1.1.0', publishedAt: recent(days(3) - minutes(5)) },
  ])
  expect((await kept(ana, thing)).versions).toEqual(['1.0.0'])
  expect(await statements(ana, thing)).toBe(0)
  app.clock.move(minutes(5) - 1)
  expect(await statements(ana, thing)).toBe(0)
  app.clock.move(1)
  expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
})

describe('a kept list is forgotten', () => {
  const owner = async () => {
    const person = await make.user()
    const { id, name } = await make.organization(person)
    return { person, id, name }
  }

  /** Changes that affect a list of 1.0.0 and 1.1.0, for an organization that lists nothing. */
  const changes: readonly [string, (thing: Named, name: string) => Promise<unknown>][] = [
    ['a decision', (thing) => decide(thing, '1.1.0', 'block', 'Bad')],
    [
      'an alteration',
      async (thing) => {
        const twinOf = things.get(thing.name)
        await twinOf?.republish('1.1.0')
        await look(thing, true)
      },
    ],
    [
      'a new version',
      async (thing) => {
        await things.get(thing.name)?.release({ version: '0.9.0', signing: { by: null } })
        await look(thing)
      },
    ],
    [
      'a version that is gone',
      async (thing) => {
        things.get(thing.name)?.withdraw('1.1.0')
        await look(thing)
      },
    ],
    [
      'other words of the origin',
      async (thing) => {
        const twinOf = things.get(thing.name)
        if (twinOf) twinOf.warnings = ['Moves']
        await look(thing)
      },
    ],
    ['the rule of the organization', (_, name) => setPolicy(name, { publicProviders: 'listed' })],
  ]
  const things = new Map<string, Awaited<ReturnType<typeof origin.provider>>>()

  rule('§14 caching', 'A decision, a change at the origin and a change of a policy show at once')
  test.each(changes)('by %s', async (_what, change) => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    things.set(thing.name, thing)
    const { person, name } = await owner()
    const before = await kept(person, thing)
    expect(before.versions).toEqual(['1.1.0', '1.0.0'])
    expect(await statements(person, thing)).toBe(0)
    await change(thing, name)
    expect(await list(person, thing)).not.toEqual(before)
  })

  test('by the end of a pointer, of an approval, and of an approval for all', async () => {
    const thing = await origin.provider()
    const { person, id, name } = await owner()
    await setPolicy(name, { publicProviders: 'listed' })
    const mayUse = async () => (await list(person, thing)).versions[0] === '1.0.0'
    expect(await mayUse()).toBe(false)
    const { id: providerId } = await row(thing)
    const ways: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => point(app, person, name, thing),
        () => app.prisma.registryProvider.deleteMany({ where: { organizationId: id } }),
      ],
      [
        () => services.adminPublicProviders.approve(admin.ctx, providerId, { ids: [name], faults: [] }),
        () => services.adminPublicProviders.withdraw(admin.ctx, providerId, { ids: [name], faults: [] }),
      ],
      [() => approveForAll(thing), () => approveForAll(thing, false)],
    ]
    for (const [allow, forbid] of ways) {
      await allow()
      expect([await mayUse(), await statements(person, thing)]).toEqual([true, 0])
      await forbid()
      expect(await mayUse()).toBe(false)
    }
  })

  test('by another membership', async () => {
    const thing = await origin.provider(['1.0.0', { version: '1.1.0', publishedAt: recent(0) }])
    const { id, name } = await owner()
    await setPolicy(name, { providerCooldown: '0s' })
    const person = await make.user()
    expect((await list(person, thing)).versions).toEqual(['1.0.0'])
    await app.prisma.organizationMembership.create({
      data: { id: `ou-${make.next()}`, organizationId: id, userId: person.id, createdAt: app.clock.now() },
    })
    expect((await list(person, thing)).versions).toEqual(['1.1.0', '1.0.0'])
  })
})

rule('§14 caching', 'A refusal is never kept: each counts')
test('a list of a provider that is not approved is never kept', async () => {
  const thing = await origin.provider()
  const person = await make.user()
  const { name } = await make.organization(person)
  await setPolicy(name, { publicProviders: 'listed' })
  for (let times = 0; times < 3; times++) await list(person, thing)
  await controlled.settle()
  const { id: providerId } = await row(thing)
  expect(await app.prisma.publicProviderRefusal.findMany({ where: { providerId } })).toMatchObject([
    { count: 3 },
  ])
})

describe('what is read for a kept list', async () => {
  const coverage = new Coverage(app)
  await coverage.start()
  afterAll(() => coverage.stop())

  rule('§14 caching', 'What a kept list shows is in the table of invalidations')
  test('is of tables whose changes invalidate it', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    const person = await make.user()
    const { name } = await make.organization(person)
    // A cooldown that no other caller has: what one outcome of policies lists is made once for all of them.
    await setPolicy(name, { publicProviders: 'listed', providerCooldown: '1h' })
    await list(ana, thing)
    await point(app, person, name, thing)
    const set = vi.spyOn(TaggedCache.prototype, 'set')
    const { own } = await statementsOf(app, () => ask(person, thing, '/versions'))
    const validities = set.mock.calls.flatMap(([, value, validity]) =>
      'actor' in (value as object) || 'available' in (value as object) ? [] : [validity as Validity],
    )
    set.mockRestore()
    expect(validities).toHaveLength(1)
    const tags = validities[0]?.tags ?? []
    const beside = {
      // Whether its origin is asked behind the answer is no part of it.
      public_providers: 'all',
      // Platforms come and go with their version, and the keys of stored files never change.
      public_provider_platforms: 'all',
      origin_files: ['owner_id', 'filename'],
    } as const
    expect(await coverage.uncovered({ statements: own, tags }, { beside })).toEqual([])
    const without = 'public_provider_versions'
    expect(await coverage.uncovered({ statements: own, tags }, { beside, without })).toEqual([without])
  })
})

rule(
  '§14 caching',
  'Nor between the session of a person and their token, where an organization keeps tokens out',
)
test('a session and a token of one person have their own answers', async () => {
  const thing = await origin.provider(['1.0.0', { version: '1.1.0', publishedAt: recent(0) }])
  const person = await make.user()
  const { id, name } = await make.organization(person)
  await setPolicy(name, { providerCooldown: '0s' })
  await app.prisma.organization.update({ where: { id }, data: { userTokensEnabled: false } })
  const { value, hash } = tokenValues.create('session')
  await app.prisma.session.update({
    where: { id: await make.session(person) },
    data: { tokenHash: hash },
  })
  for (let times = 0; times < 2; times++) {
    expect((await list(value, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    expect((await list(person, thing)).versions).toEqual(['1.0.0'])
  }
})

const turns = isFull ? 200 : 40

rule('§14 caching', 'Answers never cross between callers whose organizations differ')
test('two organizations with other policies that ask many times in turn have their own answers', async () => {
  const thing = await origin.provider(['1.0.0', { version: '1.1.0', publishedAt: recent(0) }])
  const [patient, hasty] = [await make.user(), await make.user()]
  const [one, other] = [await make.organization(patient), await make.organization(hasty)]
  await setPolicy(one.name, { providerCooldown: '72h' })
  await setPolicy(other.name, { providerCooldown: '0s' })
  const tokenOf = async (owner: Person, { id }: { readonly id: string }) =>
    (await services.tokens.create(owner.ctx, { type: 'organization', id }, {})).value
  const callers = [patient, hasty, await tokenOf(patient, one), await tokenOf(hasty, other)]
  const expected = [['1.0.0'], ['1.1.0', '1.0.0']]
  for (let turn = 0; turn < turns; turn++) {
    const asked = await Promise.all(callers.map((caller) => list(caller, thing)))
    expect(asked.map(({ versions }) => versions)).toEqual([...expected, ...expected])
    // At times something is written, so that what is kept is not all of it.
    if (turn % 10 === 9) await look(thing)
  }
})
