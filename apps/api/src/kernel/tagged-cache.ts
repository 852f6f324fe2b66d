import { LRUCache } from 'lru-cache'
import type { Invalidations } from './invalidation.js'
import type { Clock } from './clock.js'

export interface TaggedCacheOptions {
  readonly invalidations: Invalidations
  readonly clock: Clock
  /** The limit of the sizes of its entries together; the least recently used are dropped first. */
  readonly limit: number
  /** The size of the largest entry that is cached: a larger one would push too many others out. */
  readonly largest?: number
}

/** The validity of a cached value. */
export interface Validity {
  /** The moment (`moment()`) before any of it was read. */
  readonly since: number
  /** The cache tags: once one of these is invalidated, so is the entry. */
  readonly tags: readonly string[]
  /** The time when it ends by itself, as a token does. */
  readonly endsAt?: Date | undefined
}

interface Entry<Value> extends Validity {
  readonly value: Value
}

/** A cache invalidated by tags or time, checked at each use; nothing is cached while invalidations may be missed. */
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

  /** Returns the moment to remember before a read that is cached; undefined while no read may be cached. */
  moment(): number | undefined {
    return this.invalidations.moment()
  }

  /** Finds a valid entry; drops an invalid one, which the caller reads again. */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    if (this.invalidations.moment() !== undefined && this.isValid(entry)) return entry.value
    this.entries.delete(key)
    return undefined
  }

  /** Caches a value; `size` is in the unit of the limit; entries without one are counted. */
  set(key: string, value: Value, validity: Validity, size = 1): void {
    const entry = { ...validity, value }
    if (this.isValid(entry)) this.entries.set(key, entry, { size })
  }

  private isValid({ since, tags, endsAt }: Entry<Value>): boolean {
    if (!this.invalidations.isUnchanged(since, tags)) return false
    return endsAt === undefined || this.clock.now() < endsAt
  }
}
