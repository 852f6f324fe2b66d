import type { LRUCache } from 'lru-cache'
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

/** A budget of failures for each key: once the free ones are used, each further one waits until one is forgotten. */
export class FailureBudget {
  private readonly levels: LRUCache<string, Level>

  constructor(private readonly options: FailureBudgetOptions) {
    this.levels = lruCache(options.keys)
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
