import type { LRUCache } from 'lru-cache'
import type { Clock } from './clock.js'
import { rateLimited } from './errors.js'
import { lruCache } from './lru-cache.js'

export interface LeakyBucketOptions {
  /** Number of events that fit; further ones wait. */
  readonly capacity: number
  /** Time in milliseconds after which one of them leaks out. */
  readonly leakInterval: number
  /** The number of keys that are stored; the least recently used one is dropped first. */
  readonly keys: number
}

interface Level {
  readonly count: number
  readonly at: number
}

/** Writes a duration for people: `1 second`, `15 minutes`. */
export function durationInWords(milliseconds: number): string {
  const left = Math.ceil(milliseconds / 1000)
  return left < 120 ? `${left} second${left === 1 ? '' : 's'}` : `${Math.ceil(left / 60)} minutes`
}

async function refuse(wait: number): Promise<never> {
  throw rateLimited(Math.ceil(wait / 1000))
}

/** A leaky bucket of events, such as failures, for each key: once it is full, each further one waits until one leaks out. */
export class LeakyBucket {
  private readonly levels: LRUCache<string, Level>
  /** The tries under way, by key; none is empty. */
  private readonly tries = new Map<string, Set<Promise<unknown>>>()

  constructor(private readonly options: LeakyBucketOptions) {
    this.levels = lruCache(options.keys)
  }

  /**
   * Runs a try. It counts until it is done, and then only where its error is a failure, so that many at once are no way
   * around. While others may still turn out good it waits instead of being refused. A try above the capacity goes to
   * `beyond` with the time to wait; by default it throws `rate-limited`.
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

  /** Returns the wait of the next one, in milliseconds. */
  waitOf(key: string, now: number): number {
    return Math.max(0, (this.countOf(key, now) + 1 - this.options.capacity) * this.options.leakInterval)
  }

  take(key: string, now: number): void {
    this.levels.set(key, { count: this.countOf(key, now) + 1, at: now })
  }

  giveBack(key: string, count: number, now: number): void {
    const left = this.countOf(key, now) - count
    if (left > 0) this.levels.set(key, { count: left, at: now })
    else this.levels.delete(key)
  }

  private countOf(key: string, now: number): number {
    const level = this.levels.get(key)
    return level ? Math.max(0, level.count - (now - level.at) / this.options.leakInterval) : 0
  }
}
