import { rule } from '@engine/shared/rule'
import { afterEach, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperationContext } from '../kernel/context.js'
import { Overload, type Load } from './overload.js'

const limits = { delay: 500, memory: 0.9 }
const calm = { delay: 10, memory: 0.3 }
const late = { delay: 700, memory: 0.3 }
const full = { delay: 10, memory: 0.95 }

/** The caller who has the most requests under way has 80, and the one who asks none, unless it is said. */
const busy = { most: 80 }
let asking = 0
const underWay = { of: () => asking, ...busy }
const of = (most: Load): Overload => new Overload(most, underWay)
const ctx = {} as OperationContext

let overload = of(limits)
let looking: NodeJS.Timeout | undefined
afterEach(() => clearInterval(looking))

/** Tells whether a caller with that many requests under way is refused another. */
const refuses = (shedding: Overload, count = busy.most): boolean => {
  asking = count
  try {
    shedding.refuse(ctx)
    return false
  } catch {
    return true
  }
}

test.each([
  ['late', late],
  ['full', full],
])('refuses requests once it is %s for longer than a moment', (_name, load) => {
  overload = of(limits)
  overload.look(load)
  expect(refuses(overload)).toBe(false)
  overload.look(calm)
  overload.look(load)
  expect(refuses(overload)).toBe(false)
  overload.look(load)
  expect(refuses(overload)).toBe(true)
  expect(overload.reading()).toMatchObject({ shedding: 1, turned_away: 1 })
})

test('lets all requests in again once there is room, not as soon as load falls just below the limit', () => {
  overload = of(limits)
  for (const load of [late, late]) overload.look(load)
  for (let n = 0; n < 5; n++) overload.look({ delay: 400, memory: 0.3 })
  for (let n = 0; n < 5; n++) overload.look({ delay: 10, memory: 0.85 })
  overload.look(calm)
  expect(refuses(overload)).toBe(true)
  overload.look(calm)
  expect(refuses(overload)).toBe(false)
  expect(overload.reading()).toMatchObject({ shedding: 0, turned_away: 1 })
})

rule('§19 costs', 'Overload sheds the callers with the most requests under way first')
test('what one caller has under way is refused to that caller first: the others go on as long as that helps', () => {
  overload = of(limits)
  const refusedFrom = () => [...Array(busy.most + 1).keys()].find((count) => refuses(overload, count))
  const looks = (load: Load) => [load, load].forEach((each) => overload.look(each))
  looks(late)
  expect(refusedFrom()).toBe(40)
  // Between too much and calm nothing changes.
  for (let n = 0; n < 5; n++) overload.look({ delay: 400, memory: 0.3 })
  expect(refusedFrom()).toBe(40)
  for (const next of [20, 10, 5, 2, 1, 0]) {
    looks(late)
    expect(refusedFrom()).toBe(next)
  }
  looks(calm)
  expect(refusedFrom()).toBeUndefined()
  looks(full)
  expect(refusedFrom()).toBe(40)
})

test('a limit of 0 is none', () => {
  overload = of({ delay: 0, memory: 0 })
  for (let n = 0; n < 5; n++) overload.look({ delay: 60_000, memory: 1 })
  expect(refuses(overload)).toBe(false)
})

test('sees by itself that the process is late', async () => {
  overload = of({ delay: 300, memory: 0 })
  const watched = overload
  looking = setInterval(() => watched.look(), 500)
  watched.look()
  expect(refuses(overload)).toBe(false)
  for (let n = 0; n < 20 && !refuses(overload); n++) {
    for (const end = performance.now() + 600; performance.now() < end;);
    await pause(0)
  }
  expect(refuses(overload)).toBe(true)
  await expect.poll(() => refuses(overload)).toBe(false)
})
