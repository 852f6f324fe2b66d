import { rule } from '@engine/shared/rule'
import { afterEach, describe, expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { isFull } from '../full-run.js'
import { tally } from '../races.js'
import type { Person } from '../makers.js'
import { mount, startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin('turn')
const { twin } = origin
const { app, ask, list, download, pass } = await startControlled(origin, { REGISTRY_RATE_LIMIT: '0' })

afterEach(() => twin.recover())

const numbers = Array.from({ length: 30 }, (_, index) => `1.${index}.0`)
const unknown = (): Named => ({ namespace: 'acme', name: `unknown-${app.make.next()}` })

/** Members of one organization, at least one. */
async function membersOf(count: number): Promise<[Person, ...Person[]]> {
  const owner = await app.make.user()
  const { id: organizationId } = await app.make.organization(owner)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => app.make.user()))
  await app.prisma.organizationMembership.createMany({
    data: others.map(({ id: userId }) => ({
      ...{ id: `ou-${app.make.next()}`, organizationId, userId, createdAt: app.clock.now() },
    })),
  })
  return [owner, ...others]
}

describe('turns by organization', () => {
  rule('§14 origins', 'Turns by organization, for documents and files alike')
  test("beside the first looks of one organization another one's known file and first look go on", async () => {
    const [flooding, [by]] = [await membersOf(3), await membersOf(1)]
    const [known, next] = [await origin.provider(), await origin.provider()]
    await download(by, known, '1.0.0')
    const things = await Promise.all(Array.from({ length: 30 }, () => origin.provider()))
    const theirs = new RegExp(`/acme/(${things.map(({ name }) => name).join('|')})/`)
    const held = twin.hold(theirs)
    const flood = things.map((thing, index) => ask(flooding[index % 3] ?? by, thing, '/versions'))
    // Half of the requests at most are theirs.
    await expect.poll(() => held.waiting).toBe(9)
    twin.forget()
    const answers = [await download(by, known, '1.0.0'), await ask(by, next, '/versions')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([twin.count(new RegExp(`/${known.name}/`)), twin.count(theirs)]).toEqual([1, 0])
    held.release()
    await Promise.all(flood)
  })

  // A bound on time holds only where nothing else runs.
  test.runIf(isFull)('costs others at most a tenth of a second', async () => {
    const [flooding, [by]] = [await membersOf(3), await membersOf(1)]
    const [known, next] = [await origin.provider(numbers), await origin.provider(numbers)]
    await download(by, known, '1.29.0')
    const things = await Promise.all(Array.from({ length: 60 }, () => origin.provider(numbers)))
    twin.delay = 100
    const alone = await took(() => download(by, known, '1.29.0'))
    const flood = things.map((thing, index) => ask(flooding[index % 3] ?? by, thing, '/versions'))
    await expect.poll(() => app.services.providerSync.load.waiting).toBeGreaterThan(50)
    expect(await took(() => download(by, known, '1.29.0'))).toBeLessThan(alone + 100)
    expect(await took(() => list(by, next))).toBeLessThan(2000)
    twin.delay = 0
    await Promise.all(flood)
  })

  rule('§14 origins', 'A first look ends with its caller: what still waits is taken out')
  test('what nobody waits for is no longer asked', async () => {
    const [by] = await membersOf(1)
    const thing = await origin.provider(numbers)
    const held = twin.hold(new RegExp(`^${thing.path}/1`))
    const left = new AbortController()
    const asking = fetch(`${app.url}${mount}/acme/${thing.name}/versions`, {
      ...{ headers: { authorization: `Bearer ${by.token}` }, signal: left.signal },
    }).catch(() => 'left')
    await expect.poll(() => held.waiting).toBe(8)
    left.abort()
    expect(await asking).toBe('left')
    await expect.poll(() => app.services.providerSync.load).toEqual({ running: 0, waiting: 0 })
    held.release()
    // The dates of all twenty would follow, and the row.
    const other = await origin.provider()
    await list(by, other)
    expect(twin.count(new RegExp(`^${thing.path}/1`))).toBe(8)
    expect(await app.prisma.publicProvider.count({ where: { name: thing.name } })).toBe(0)
  })
})

describe('first looks that one caller may cause', () => {
  rule('§14 origins', '30 a minute, 429 beyond')
  test('are 30 a minute; further ones are 429 with Retry-After, and what is known goes on', async () => {
    const [ana, ben] = [await app.make.user(), await app.make.user()]
    const thing = await origin.provider()
    await list(ana, thing)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(ana, unknown(), '/versions')))
    expect(tally(answers)).toEqual({ 404: 29, 429: 11 })
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    expect((await ask(ben, unknown(), '/versions')).status).toBe(404)
    pass(minutes(1))
    expect((await ask(ana, unknown(), '/versions')).status).toBe(404)
  })

  rule('§14 origins', 'An unknown name is remembered as unknown for a minute')
  test('a name that the origin does not know is asked for once in a minute, whoever asks', async () => {
    const [ana, ben] = [await app.make.user(), await app.make.user()]
    const name = unknown()
    const path = `/v1/providers/acme/${name.name}/versions`
    for (const by of [ana, ana, ben]) expect((await ask(by, name, '/versions')).status).toBe(404)
    expect(twin.count(path)).toBe(1)
    pass(minutes(1))
    const thing = await twin.add('acme', name.name, { key: origin.key, versions: [{ version: '1.0.0' }] })
    expect((await list(ben, thing)).versions).toEqual(['1.0.0'])
    expect(twin.count(path)).toBe(2)
  })
})

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
