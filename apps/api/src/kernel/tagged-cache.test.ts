import { beforeEach, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.js'
import { InvalidationLog, type Invalidations } from './invalidation.js'
import { later, seconds } from './clock.js'
import { TaggedCache } from './tagged-cache.js'

let log: InvalidationLog
let isSure: boolean
let clock: TestClock
let cache: TaggedCache<{ readonly text: string }>

const invalidations: Invalidations = {
  moment: () => (isSure ? log.moment : undefined),
  isUnchanged: (since, about) => log.isUnchanged(since, about),
  waitUntilCurrent: () => Promise.resolve(),
}

beforeEach(() => {
  log = new InvalidationLog()
  isSure = true
  clock = new TestClock()
  cache = new TaggedCache({ invalidations, clock, limit: 3 })
})

const one = { text: 'one' }

/** Makes the validity of a value that was read just now, of the modules of acme. */
const fresh = () => ({ since: log.moment, tags: ['access', 'modules/acme'] })

test('an entry is cached until one of its tags is invalidated', () => {
  cache.set('a', one, fresh())
  log.invalidate(['modules/globex', 'engine-versions'])
  expect(cache.get('a')).toBe(one)
  log.invalidate(['modules/acme'])
  expect(cache.get('a')).toBeUndefined()
})

test('what changed while it was read is not cached, even if the invalidation came before the end', () => {
  const before = fresh()
  log.invalidate(['access'])
  cache.set('a', one, before)
  expect(cache.get('a')).toBeUndefined()
  expect(cache.count).toBe(0)
})

test('an entry tagged with a whole kind is invalidated by each thing of that kind', () => {
  cache.set('a', one, { since: log.moment, tags: ['modules'] })
  log.invalidate(['modules/acme'])
  expect(cache.get('a')).toBeUndefined()
})

test('nothing is served while invalidations may be missing; later, what was not asked for meanwhile', () => {
  for (const key of ['a', 'b']) cache.set(key, one, fresh())
  isSure = false
  expect([cache.get('a'), cache.moment()]).toEqual([undefined, undefined])
  isSure = true
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, one])
})

test('a process that may have missed invalidations drops everything', () => {
  cache.set('a', one, fresh())
  log.invalidateAll()
  expect(cache.get('a')).toBeUndefined()
  cache.set('a', one, fresh())
  expect(cache.get('a')).toBe(one)
})

test('with more tags than are told apart everything is invalidated, and nothing is missed', () => {
  cache.set('a', one, fresh())
  log.invalidate(Array.from({ length: 20_001 }, (_, n) => `credentials/at-${n}`))
  expect(cache.get('a')).toBeUndefined()
})

test('an entry ends at its time of the clock, whatever time has passed', () => {
  for (const key of ['a', 'b']) cache.set(key, one, { ...fresh(), endsAt: later(clock.now(), seconds(20)) })
  clock.jump(seconds(20) - 1)
  expect(cache.get('a')).toBe(one)
  clock.jump(1)
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined])
})

test('of more than there is room for, what was not asked for the longest goes first', () => {
  for (const key of ['a', 'b', 'c']) cache.set(key, { text: key }, fresh())
  cache.get('a')
  cache.set('d', { text: 'd' }, fresh())
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd'])
})
