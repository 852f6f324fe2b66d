import { rule } from '@engine/shared/rule'
import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../../test/full-run.js'
import { DomainError } from '../../kernel/errors.js'
import { createPasswords, passwordCost } from './passwords.js'

const passwords = createPasswords()
const here = '192.0.2.1'

describe('a password', () => {
  test('is verified, another is not', async () => {
    const hash = await passwords.hash('correct horse', here)
    expect(await passwords.verify(hash, 'correct horse', here)).toBe(true)
    expect(await passwords.verify(hash, 'correct horsf', here)).toBe(false)
    expect(await passwords.verify(hash, '', here)).toBe(false)
  })

  test('is hashed by argon2id at the advised cost, with a salt of its own', async () => {
    const [one, other] = [
      await passwords.hash('correct horse', here),
      await passwords.hash('correct horse', here),
    ]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(parseOptions(one)).toMatchObject({ algorithm: 2, ...passwordCost })
  })

  test('is the same however the keyboard composes its letters', async () => {
    const hash = await passwords.hash('caf\u00e9 au lait', here)
    expect(await passwords.verify(hash, 'cafe\u0301 au lait', here)).toBe(true)
  })

  test('counts to its last character, through NULs and at full length', async () => {
    const long = `${'x'.repeat(500)}\0${'y'.repeat(498)}`
    const hash = await passwords.hash(`${long}z`, here)
    expect(await passwords.verify(hash, `${long}z`, here)).toBe(true)
    expect(await passwords.verify(hash, `${long}a`, here)).toBe(false)
  })
})

describe('an unknown user', () => {
  test('has no password', async () => {
    expect(await passwords.verify(null, '', here)).toBe(false)
    expect(await passwords.verify(null, 'correct horse', here)).toBe(false)
  })

  // What work costs is measured only where nothing else runs.
  test.runIf(isFull)('takes as long to refuse as a known one', async () => {
    const hash = await passwords.hash('correct horse', here)
    const cpu = async (known: string | null): Promise<number> => {
      const before = process.cpuUsage()
      await passwords.verify(known, 'wrong', here)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    // The process works on other things too, so what each costs at least is compared, one after the other.
    let [ofKnown, ofUnknown] = [Infinity, Infinity]
    for (let i = 0; i < 12; i++) {
      ofKnown = Math.min(ofKnown, await cpu(hash))
      ofUnknown = Math.min(ofUnknown, await cpu(null))
    }
    expect(ofUnknown / ofKnown).toBeGreaterThan(0.5)
    expect(ofUnknown / ofKnown).toBeLessThan(2)
  })
})

describe('many at once', () => {
  test('all are served while the queue has room', async () => {
    const few = createPasswords({ running: 2, waiting: 10 })
    const hash = await few.hash('correct horse', here)
    const typed = Array.from({ length: 12 }, (_, n) => (n === 3 ? 'correct horse' : 'wrong'))
    const answers = await Promise.all(typed.map((password) => few.verify(hash, password, here)))
    expect(answers).toEqual(typed.map((password) => password === 'correct horse'))
  })

  // One at a time: of two that run together either may end first, whichever began.
  test('the first to come is served first', async () => {
    const one = createPasswords({ running: 1, waiting: 5 })
    const served: number[] = []
    const comers = [0, 1, 2, 3, 4, 5]
    await Promise.all(comers.map(async (n) => one.verify(null, 'x', here).then(() => served.push(n))))
    expect(served).toEqual(comers)
  })

  test('those beyond the queue are refused at once, and it recovers', async () => {
    const few = createPasswords({ running: 1, waiting: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => few.verify(null, 'x', here)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(17)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(DomainError)
      expect(reason).toMatchObject({ failure: { kind: 'unavailable' } })
    }
    expect(await few.verify(null, 'x', here)).toBe(false)
  })

  rule('§10', 'No stranger keeps callers from other networks waiting')
  test('networks are served round-robin: one that floods keeps another waiting for a single computation', async () => {
    const one = createPasswords({ running: 1, waiting: 50 })
    const served: string[] = []
    const ask = async (network: string): Promise<void> => {
      await one.verify(null, 'x', network)
      served.push(network)
    }
    const flood = Array.from({ length: 30 }, () => ask('flood'))
    const honest = ['home', 'office', 'home'].map(ask)
    await Promise.all([...flood, ...honest])
    expect(served.slice(0, 7)).toEqual(['flood', 'flood', 'home', 'office', 'flood', 'home', 'flood'])
  })

  test('a full queue refuses the network with the most waiting in favour of another network', async () => {
    const one = createPasswords({ running: 1, waiting: 100, waitingInAll: 10 })
    const ask = (network: string): Promise<boolean> => one.verify(null, 'x', network)
    const flood = Promise.allSettled(Array.from({ length: 11 }, () => ask('flood')))
    const honest = Promise.all([ask('home'), ask('office')])
    expect(await honest).toEqual([false, false])
    const outcomes = (await flood).map(({ status }) => status)
    expect(outcomes).toEqual([...Array(9).fill('fulfilled'), 'rejected', 'rejected'])
  })

  test('a failed computation frees its slot', async () => {
    const few = createPasswords({ running: 1, waiting: 0 })
    await expect(few.verify('not a hash', 'x', here)).rejects.toThrow()
    expect(await few.verify(null, 'x', here)).toBe(false)
  })
})
