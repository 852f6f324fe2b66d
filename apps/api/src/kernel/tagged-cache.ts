import { LRUCache } from 'lru-cache'
import type { Invalidations } from './invalidation.js'
import type { Clock } from './clock.js'

export interface TaggedCacheOptions {
  readonly invalidations: Invalidations
  readonly clock: Clock
  /** The sizes of its entries together at most; the least recently used go first. */
  readonly limit: number
  /** An entry larger than this is not cached, as it would push too many others out. */
  readonly largest?: number
}

/** How long a cached value is valid. */
export interface Validity {
  /** The moment (`moment()`) before any of it was read. */
  readonly since: number
  /** Its cache tags: once one of these is invalidated, so is the entry. */
  readonly tags: readonly string[]
  /** When it ends by itself, as a token does. */
  readonly endsAt?: Date | undefined
}

interface Entry<Value> extends Validity {
  readonly value: Value
}

/**
 * A cache whose entries are invalidated by tags or by time, which is checked at each use. While invalidations may have
 * been missed, nothing is cached.
 */
export class TaggedCache<Value extends object> {
  private readonly entries: LRUCache<string, Entry<Value>>
  private readonly invalidations: Invalidations
  private readonly clock: Clock

  constructor({ invalidations, clock, limit, largest = limit }: TaggedCacheOptions) {
    this.invalidations = invalidations
    this.clock = clock
    this.entries = new LRUCache<string, Entry<Value>>({ maxSize: limit, maxEntrySize: largest })
  }

  get count(): number {
    return this.entries.size
  }

  get size(): number {
    return this.entries.calculatedSize
  }

  /** To be called before reading what is to be cached; undefined while nothing may be. */
  moment(): number | undefined {
    return this.invalidations.moment()
  }

  /** Drops an invalid entry, which the caller reads anew. */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    if (this.invalidations.moment() !== undefined && this.isValid(entry)) return entry.value
    this.entries.delete(key)
    return undefined
  }

  /** `size`: in the unit of the limit; entries without one are counted. */
  set(key: string, value: Value, validity: Validity, size = 1): void {
    const entry = { ...validity, value }
    if (this.isValid(entry)) this.entries.set(key, entry, { size })
  }

  private isValid({ since, tags, endsAt }: Entry<Value>): boolean {
    if (!this.invalidations.isUnchanged(since, tags)) return false
    return endsAt === undefined || this.clock.now() < endsAt
  }
}
