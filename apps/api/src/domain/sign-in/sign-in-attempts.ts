import { days, hours, minutes, seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, type Fault } from '../../kernel/errors.js'
import { lruCache } from '../../kernel/lru-cache.js'
import { networkOf } from '../../kernel/network.js'
import type { Refusal } from '../../kernel/refusal.js'
import { LeakyBucket, durationInWords } from '../../kernel/leaky-bucket.js'

/** The number of wrong passwords in a row before a name has to wait at its network. */
const freeAttempts = 5
const longestDelay = minutes(15)
const forgottenAfter = hours(1)

/** The number of pairs in memory; beyond it those that were not tried for the longest time are forgotten. */
const mostPairs = 20_000

/** The time after the last success for which a name is known at a network. */
const knownFor = days(30)

/** A try of a password. */
interface SignInAttempt {
  /** The name that it is tried for; together with the network it is what has to wait. */
  readonly name: string
  /** The refusal in the audit log when it comes too early. */
  readonly refusal: Pick<Refusal, 'action' | 'subject'>
  /** The path of the fault that says how long to wait. */
  readonly path?: Fault['path']
  /** The names that the account has: after a success its network is known for each of them. */
  readonly names?: readonly string[]
}

interface Tries {
  readonly failures: number
  readonly lastAt: number
}

interface Wait {
  readonly milliseconds: number
  readonly why: string
  readonly where?: string
}

/**
 * Slows down guessing. A name waits at one network after some failures, so that its owner is not locked out at other
 * networks. A network has a budget over all names, against one guess for each of many, and a name one over all
 * networks, against some guesses from each of many; neither applies to a name that has signed in from that network
 * before. A name that no account has counts like any other. Stored in memory, for each process by itself.
 */
export class SignInAttempts {
  private readonly pairs = lruCache<string, Tries>(mostPairs)
  /** The last success of each pair of network and name. */
  private readonly known = lruCache<string, number>(mostPairs)
  private readonly networks = new LeakyBucket({ capacity: 20, leakInterval: seconds(15), keys: mostPairs })
  private readonly names = new LeakyBucket({ capacity: 30, leakInterval: minutes(1), keys: mostPairs })

  /**
   * Verifies, unless it is too early: then the fault says how long to wait. A try counts as a failure until it has
   * succeeded, so that many at once are no way around. What was set as the time of the machine meanwhile changes nothing.
   */
  async run(
    ctx: OperationContext,
    { name, refusal, path = [], names = [] }: SignInAttempt,
    verify: () => Promise<boolean>,
  ): Promise<boolean> {
    const network = networkOf(ctx.address ?? '')
    const key = name.toLowerCase()
    const pair = `${network} ${key}`
    const now = ctx.clock.elapsed()
    const before = this.triesOf(pair, now)
    const isKnown = now - (this.known.get(pair) ?? -Infinity) < knownFor
    const wait = longestOf(this.waitsFor({ network, key, before, isKnown }, now))
    if (wait.milliseconds > 0) {
      ctx.refused?.(ctx, { ...refusal, why: wait.why })
      throw tooEarly(wait, path)
    }
    this.pairs.set(pair, { failures: before.failures + 1, lastAt: now })
    if (!isKnown) {
      this.networks.take(network, now)
      this.names.take(key, now)
    }
    const giveBack = (count: number): void => {
      if (!isKnown) this.giveBack(network, key, count, ctx.clock.elapsed())
    }
    try {
      const isRight = await verify()
      if (!isRight) return false
      this.pairs.delete(pair)
      giveBack(before.failures + 1)
      for (const each of [key, ...names]) this.known.set(`${network} ${each.toLowerCase()}`, now)
      return true
    } catch (error) {
      // The password was not looked at.
      this.pairs.set(pair, before)
      giveBack(1)
      throw error
    }
  }

  private triesOf(pair: string, now: number): Tries {
    const tries = this.pairs.get(pair)
    return tries && now - tries.lastAt < forgottenAfter ? tries : { failures: 0, lastAt: now }
  }

  private waitsFor(
    { network, key, before, isKnown }: { network: string; key: string; before: Tries; isKnown: boolean },
    now: number,
  ): readonly Wait[] {
    const ofPair = { milliseconds: before.lastAt + waitAfter(before.failures) - now, why: 'too early' }
    if (isKnown) return [ofPair]
    const ofNetwork = this.networks.waitOf(network, now)
    return [
      ofPair,
      { milliseconds: ofNetwork, why: 'too many of the network', where: ' from your network' },
      { milliseconds: this.names.waitOf(key, now), why: 'too many for the name' },
    ]
  }

  private giveBack(network: string, key: string, count: number, now: number): void {
    this.networks.giveBack(network, count, now)
    this.names.giveBack(key, count, now)
  }
}

/** Returns the wait: a second after the last free failure, and twice as long after each further one. */
function waitAfter(failures: number): number {
  return failures < freeAttempts ? 0 : Math.min(seconds(2 ** (failures - freeAttempts)), longestDelay)
}

const longestOf = (waits: readonly Wait[]): Wait =>
  waits.reduce((one, other) => (other.milliseconds > one.milliseconds ? other : one))

function tooEarly({ milliseconds, where = '' }: Wait, path: Fault['path']): Error {
  const wait = durationInWords(milliseconds)
  return invalid(faults.denied(`Too many wrong passwords${where}. Wait ${wait}, then try again`, ...path))
}
