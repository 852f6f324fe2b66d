import { beforeEach, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.js'
import { HeardTopics, type Changes } from './changes.js'
import { later, seconds } from './clock.js'
import { Remembered } from './remembered.js'

let heard: HeardTopics
let isSure: boolean
let clock: TestClock
let remembered: Remembered<{ readonly text: string }>

const changes: Changes = {
  moment: () => (isSure ? heard.moment : undefined),
  isUnchanged: (since, about) => heard.isUnchanged(since, about),
  caughtUp: () => Promise.resolve(),
}

beforeEach(() => {
  heard = new HeardTopics()
  isSure = true
  clock = new TestClock()
  remembered = new Remembered({ changes, clock, entries: 3 })
})

const one = { text: 'one' }

/** Read just now, of the modules of acme. */
const fresh = () => ({ since: heard.moment, hangsOn: ['access', 'modules/acme'] })

test('what was read is remembered until something changes that it hangs on', () => {
  remembered.set('a', one, fresh())
  heard.hear(['modules/globex', 'engine-versions'])
  expect(remembered.get('a')).toBe(one)
  heard.hear(['modules/acme'])
  expect(remembered.get('a')).toBeUndefined()
})

test('what changed while it was read is not remembered, also where the change is heard of before it ends', () => {
  const before = fresh()
  heard.hear(['access'])
  remembered.set('a', one, before)
  expect(remembered.get('a')).toBeUndefined()
  expect(remembered.count).toBe(0)
})

test('what hangs on a whole kind is forgotten with each of its things', () => {
  remembered.set('a', one, { since: heard.moment, hangsOn: ['modules'] })
  heard.hear(['modules/acme'])
  expect(remembered.get('a')).toBeUndefined()
})

test('nothing is given while it is not sure that everything was heard; afterwards what nobody asked for meanwhile', () => {
  for (const key of ['a', 'b']) remembered.set(key, one, fresh())
  isSure = false
  expect([remembered.get('a'), remembered.moment()]).toEqual([undefined, undefined])
  isSure = true
  expect([remembered.get('a'), remembered.get('b')]).toEqual([undefined, one])
})

test('whoever may have missed something takes everything for changed', () => {
  remembered.set('a', one, fresh())
  heard.hearOfEverything()
  expect(remembered.get('a')).toBeUndefined()
  remembered.set('a', one, fresh())
  expect(remembered.get('a')).toBe(one)
})

test('of more topics than are told apart everything counts as changed, and nothing is missed', () => {
  remembered.set('a', one, fresh())
  heard.hear(Array.from({ length: 20_001 }, (_, n) => `credentials/at-${n}`))
  expect(remembered.get('a')).toBeUndefined()
})

test('a lifetime is one of time that passes, an end is a time of the clock', () => {
  remembered.set('passing', one, { ...fresh(), lifetime: seconds(20) })
  remembered.set('ending', one, { ...fresh(), endsAt: later(clock.now(), seconds(20)) })
  clock.jump(seconds(20))
  expect([remembered.get('passing'), remembered.get('ending')]).toEqual([one, undefined])
  clock.move(seconds(20))
  expect(remembered.get('passing')).toBeUndefined()
})

test('of more than there is room for, what was not asked for the longest goes first', () => {
  for (const key of ['a', 'b', 'c']) remembered.set(key, { text: key }, fresh())
  remembered.get('a')
  remembered.set('d', { text: 'd' }, fresh())
  expect(['a', 'b', 'c', 'd'].filter((key) => remembered.get(key))).toEqual(['a', 'c', 'd'])
})
