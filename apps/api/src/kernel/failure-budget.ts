import type { LRUCache } from 'lru-cache'
import type { Clock } from './clock.js'
import { rateLimited } from './errors.js'
import { lruCache } from './lru-cache.js'

export interface FailureBudgetOptions {
  /** The number of free failures. */
  readonly free: number
  /** The time after which one of them is forgotten, in milliseconds. */
  readonly forgetAfter: number
  /** The number of keys that are stored; the least recently used one is dropped first. */
  readonly keys: number
}

interface Level {
  readonly failures: number
  readonly at: number
}

/** Words a wait for people: `1 second`, `15 minutes`. */
export function inWords(milliseconds: number): string {
  const left = Math.ceil(milliseconds / 1000)
  return left < 120 ? `${left} second${left === 1 ? '' : 's'}` : `${Math.ceil(left / 60)} minutes`
}

async function refuse(wait: number): Promise<never> {
  throw rateLimited(Math.ceil(wait / 1000))
}

/** A budget of failures for each key: once the free ones are used, each further one waits until one is forgotten. */
export class FailureBudget {
  private readonly levels: LRUCache<string, Level>
  /** The tries under way, by key; none is empty. */
  private readonly tries = new Map<string, Set<Promise<unknown>>>()

  constructor(private readonly options: FailureBudgetOptions) {
    this.levels = lruCache(options.keys)
  }

  /**
   * Runs a try. It counts until it is done, and then only where it has failed for a reason that is a failure, so that
   * many at once are no way around. While others may still turn out good it waits instead of being refused. What is too
   * much goes to `beyond` with the time to wait; by default it throws `rate-limited`.
   */
  async run<T>(
    key: string,
    clock: Clock,
    work: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
    beyond: (wait: number) => Promise<T> = refuse,
  ): Promise<T> {
    let wait = this.waitOf(key, clock.elapsed())
    for (let others = this.tries.get(key); wait > 0 && others; others = this.tries.get(key)) {
      await Promise.race(others)
      wait = this.waitOf(key, clock.elapsed())
    }
    if (wait > 0) return beyond(wait)
    this.take(key, clock.elapsed())
    const giveBack = () => this.giveBack(key, 1, clock.elapsed())
    const working = work()
    const tries = this.tries.get(key) ?? new Set()
    this.tries.set(key, tries)
    const settled = working
      .then(giveBack, (error: unknown) => {
        if (!isFailure(error)) giveBack()
      })
      .finally(() => {
        tries.delete(settled)
        if (tries.size === 0) this.tries.delete(key)
      })
    tries.add(settled)
    return working
  }

  /** Returns how long the next one has to wait, in milliseconds. */
  waitOf(key: string, now: number): number {
    return Math.max(0, (this.failuresOf(key, now) + 1 - this.options.free) * this.options.forgetAfter)
  }

  take(key: string, now: number): void {
    this.levels.set(key, { failures: this.failuresOf(key, now) + 1, at: now })
  }

  giveBack(key: string, count: number, now: number): void {
    const failures = this.failuresOf(key, now) - count
    if (failures > 0) this.levels.set(key, { failures, at: now })
    else this.levels.delete(key)
  }

  private failuresOf(key: string, now: number): number {
    const level = this.levels.get(key)
    return level ? Math.max(0, level.failures - (now - level.at) / this.options.forgetAfter) : 0
  }
}
