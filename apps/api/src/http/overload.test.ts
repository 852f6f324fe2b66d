import { afterEach, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { Overload } from './overload.js'

const limits = { delay: 500, memory: 0.9 }
const calm = { delay: 10, memory: 0.3 }
const late = { delay: 700, memory: 0.3 }
const full = { delay: 10, memory: 0.95 }

let overload = new Overload(limits)
let looking: NodeJS.Timeout | undefined
afterEach(() => clearInterval(looking))

const refuses = (of: Overload): boolean => {
  try {
    of.refuse()
    return false
  } catch {
    return true
  }
}

test.each([
  ['late', late],
  ['full', full],
])('refuses requests once it is %s for longer than a moment', (_name, load) => {
  overload = new Overload(limits)
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
  overload = new Overload(limits)
  for (const load of [late, late]) overload.look(load)
  for (let n = 0; n < 5; n++) overload.look({ delay: 400, memory: 0.3 })
  for (let n = 0; n < 5; n++) overload.look({ delay: 10, memory: 0.85 })
  overload.look(calm)
  expect(refuses(overload)).toBe(true)
  overload.look(calm)
  expect(refuses(overload)).toBe(false)
  expect(overload.reading()).toMatchObject({ shedding: 0, turned_away: 1 })
})

test('a limit of 0 is none', () => {
  overload = new Overload({ delay: 0, memory: 0 })
  for (let n = 0; n < 5; n++) overload.look({ delay: 60_000, memory: 1 })
  expect(refuses(overload)).toBe(false)
})

test('sees by itself that the process is late', async () => {
  overload = new Overload({ delay: 300, memory: 0 })
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
