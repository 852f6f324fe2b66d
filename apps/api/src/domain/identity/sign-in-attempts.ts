import { LRUCache } from 'lru-cache'
import { hours, minutes, seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { invalid, type Fault } from '../../kernel/errors.js'
import { networkOf } from '../../kernel/network.js'
import type { Refusal } from '../../kernel/refusal.js'

/** So many passwords in a row may be wrong before anybody has to wait. */
const free = 5
const longest = minutes(15)
const forgotten = hours(1)

/** Above this the pairs that were not tried for the longest time are forgotten. */
const mostPairs = 20_000

/** Somebody tries a password. */
interface SignInAttempt {
  /** What it is tried for; together with the address it is what has to wait. */
  readonly name: string
  /** What the audit log is told when it comes too early. */
  readonly refusal: Pick<Refusal, 'action' | 'subject'>
  /** Of the fault that says how long to wait. */
  readonly path?: Fault['path']
}

interface Tries {
  readonly failures: number
  readonly lastAt: number
}

/**
 * Slows down who tries one password after the other: by the name and the address together, so that nobody locks the
 * owner of an account out from elsewhere. A name that nobody has counts like any other. Kept in memory, for each
 * process by itself.
 */
export class SignInAttempts {
  private readonly pairs = new LRUCache<string, Tries>({ max: mostPairs })

  /**
   * Verifies, unless it is too early: then the fault says how long to wait. A try counts as a failure until it has
   * succeeded, so that many at once are no way around. What was set as the time of the machine meanwhile changes nothing.
   */
  async run(
    ctx: OperationContext,
    { name, refusal, path = [] }: SignInAttempt,
    verify: () => Promise<boolean>,
  ): Promise<boolean> {
    const pair = `${networkOf(ctx.address ?? '')} ${name.toLowerCase()}`
    const now = ctx.clock.elapsed()
    const known = this.pairs.get(pair)
    const before = known && now - known.lastAt < forgotten ? known : { failures: 0, lastAt: now }
    const wait = before.lastAt + waitAfter(before.failures) - now
    if (wait > 0) {
      ctx.refused?.(ctx, { ...refusal, why: 'too early' })
      throw tooEarly(wait, path)
    }
    this.pairs.set(pair, { failures: before.failures + 1, lastAt: now })
    try {
      const isRight = await verify()
      if (isRight) this.pairs.delete(pair)
      return isRight
    } catch (error) {
      // Nobody has looked at the password.
      this.pairs.set(pair, before)
      throw error
    }
  }
}

/** A second after the last free failure, and twice as long after each further one. */
function waitAfter(failures: number): number {
  return failures < free ? 0 : Math.min(seconds(2 ** (failures - free)), longest)
}

function tooEarly(milliseconds: number, path: Fault['path']): Error {
  const left = Math.ceil(milliseconds / 1000)
  const wait = left < 120 ? `${left} second${left === 1 ? '' : 's'}` : `${Math.ceil(left / 60)} minutes`
  return invalid({
    path,
    code: 'DENIED',
    message: `Too many wrong passwords. Wait ${wait}, then try again`,
  })
}
