import type { Response } from 'express'
import { beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.js'
import { silentLog } from '../../test/silent-log.js'
import { anonymous } from '../kernel/actor.js'
import { seconds } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import type { Uses, UsesExchange } from '../kernel/uses.js'
import { Overload } from './overload.js'
import { RateLimit } from './rate-limits.js'
import { RequestsUnderWay } from './requests-under-way.js'
import { SharedLimits } from './shared-limits.js'

let clock: TestClock
let ctx: OperationContext
beforeEach(() => {
  clock = new TestClock()
  ctx = { actor: anonymous, face: 'rest', requestId: 'r', clock, log: silentLog }
})

const overload = new Overload({ delay: 0, memory: 0 }, new RequestsUnderWay())
const limitOf = (requests: number, span = 1) => new RateLimit(requests, clock, overload, seconds(span))

interface Answer {
  readonly passed: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** Sends one request from an address. */
async function ask(limit: RateLimit, address = '192.0.2.1'): Promise<Answer> {
  const headers: Record<string, string> = {}
  const setHeader = (name: string, value: string) => (headers[name] = value)
  const res = { locals: { context: { ...ctx, address } }, setHeader } as unknown as Response
  const passed = await limit.admit(res, async () => true).catch(() => false)
  return { passed, headers }
}

/** Counts how many of so many requests pass. */
async function passing(limit: RateLimit, requests: number, address?: string): Promise<number> {
  let passed = 0
  for (let n = 0; n < requests; n++) passed += Number((await ask(limit, address)).passed)
  return passed
}

describe('one process', () => {
  test('lets through as many in a window as the limit says, and tells how long to wait', async () => {
    const limit = limitOf(5)
    expect((await ask(limit)).headers).toEqual({
      'X-RateLimit-Limit': '5',
      'X-RateLimit-Remaining': '4',
      'X-RateLimit-Reset': '0',
    })
    clock.move(300)
    expect(await passing(limit, 10)).toBe(4)
    expect((await ask(limit)).headers).toMatchObject({
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '0.7',
    })
    clock.move(700)
    expect(await passing(limit, 10)).toBe(5)
  })

  test('a change of the machine’s clock does not change the wait that was told', async () => {
    for (const jump of [-5, 5].map((hours) => hours * 3_600_000)) {
      const limit = limitOf(5)
      expect(await passing(limit, 10)).toBe(5)
      clock.jump(jump)
      expect(await passing(limit, 10)).toBe(0)
      clock.move(1000)
      expect(await passing(limit, 10)).toBe(5)
    }
  })

  test('strangers of one IPv6 network share its limit, others do not', async () => {
    const limit = limitOf(5)
    expect(await passing(limit, 5, '2001:db8:1:2::1')).toBe(5)
    expect(await passing(limit, 5, '2001:db8:1:2:ffff::7')).toBe(0)
    expect(await passing(limit, 5, '2001:db8:1:3::1')).toBe(5)
    expect(await passing(limit, 3, '192.0.2.1')).toBe(3)
    expect(await passing(limit, 3, '::ffff:192.0.2.1')).toBe(2)
  })

  test('stores no more callers than it has room for, and tells other processes of the busiest alone', async () => {
    const limit = limitOf(5)
    for (let n = 0; n < 60_000; n++) await ask(limit, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(await passing(limit, 5, '10.0.234.95')).toBe(4)
    expect(limit.callers).toBe(50_000)
    const told = limit.takeUnsent()
    expect(told.size).toBe(1000)
    expect(told.get('10.0.234.95')).toBe(5)
    expect(limit.takeUnsent().size).toBe(0)
  })
})

interface Process {
  readonly limit: RateLimit
  readonly shared: SharedLimits
}

/** Makes processes whose exchange is a list in memory. */
function processes(many: number, requests: number, span = 1): Process[] {
  const boxes = Array.from({ length: many }, () => new Map<string, number>())
  const exchangeOf = (own: number): UsesExchange => ({
    async exchange(used: Uses) {
      for (const [at, box] of boxes.entries())
        if (at !== own) for (const [key, uses] of used) box.set(key, (box.get(key) ?? 0) + uses)
      const told = new Map(boxes[own])
      boxes[own]?.clear()
      return told
    },
  })
  return boxes.map((_box, own) => {
    const limit = limitOf(requests, span)
    return { limit, shared: new SharedLimits({ api: limit }, exchangeOf(own)) }
  })
}

describe('several processes behind a balancer', () => {
  test.each([2, 3, 8])('%i let a caller through about as often as one would', async (many) => {
    const all = processes(many, 30)
    let passed = 0
    const [spanInSeconds, most] = [20, 30 * 20]
    for (let tick = 0; tick < spanInSeconds * 10; tick++) {
      for (const { limit } of all) passed += await passing(limit, 10)
      clock.move(100)
      if (tick % 10 === 9) for (const { shared } of all) await shared.reconcile(ctx)
    }
    expect(passed).toBeGreaterThan(most * 0.8)
    // The others are what processes let through before they first received each other’s counts.
    expect(passed).toBeLessThan(most + many * 60)
  })

  test('a caller who stays below the limit in all is refused by no process', async () => {
    const all = processes(3, 30)
    for (let second = 0; second < 20; second++) {
      for (const { limit } of all) expect(await passing(limit, 9)).toBe(9)
      clock.move(1000)
      for (const { shared } of all) await shared.reconcile(ctx)
    }
  })

  test('five tries a minute are five tries a minute wherever they are made', async () => {
    const [one, other] = processes(2, 5, 60) as [Process, Process]
    expect(await passing(one.limit, 10)).toBe(5)
    for (const { shared } of [one, other]) await shared.reconcile(ctx)
    expect(await passing(other.limit, 10)).toBe(0)
    clock.move(59_000)
    expect(await passing(other.limit, 10)).toBe(0)
  })

  test('that receive no counts of each other keep their limits alone, and say so once', async () => {
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_facts: object, text: string) => void warnings.push(text) }
    const limit = limitOf(5)
    let isAway = true
    const exchange = async (): Promise<Uses> => {
      if (isAway) throw new Error('away')
      return new Map([['api 192.0.2.1', 5]])
    }
    const shared = new SharedLimits({ api: limit }, { exchange })
    for (let n = 0; n < 3; n++) {
      await shared.reconcile({ ...ctx, log })
      expect(await passing(limit, 10)).toBe(5)
      clock.move(1000)
    }
    expect(warnings).toEqual(['limits are counted by this process alone until the database is back'])
    isAway = false
    await shared.reconcile({ ...ctx, log })
    expect(await passing(limit, 10)).toBe(0)
  })
})
