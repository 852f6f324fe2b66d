import { LRUCache } from 'lru-cache'
import type { Invalidations } from './invalidation.js'
import type { Clock } from './clock.js'

export interface TaggedCacheOptions {
  readonly invalidations: Invalidations
  readonly clock: Clock
  /** Things at most; those that were asked for last stay. */
  readonly entries: number
  /** Bytes at most, where sizes are told. */
  readonly bytes?: number
}

/** Until when something that was read is the truth. */
export interface Validity {
  /** The moment (`moment()`) that was known before any of it was read. */
  readonly since: number
  /** What it was made of: once one of these changes it is forgotten. */
  readonly tags: readonly string[]
  /** How long it may be used, in milliseconds. */
  readonly lifetime?: number | undefined
  /** When it ends by itself, as a token does. */
  readonly endsAt?: Date | undefined
}

interface Entry<Value> extends Validity {
  readonly value: Value
  readonly readAt: number
}

/**
 * What was read once and is still true: at each use it is looked at whether it has changed since, as far as this process
 * has heard, and whether its time is over. While the process is not sure to have heard everything, nothing is remembered.
 */
export class TaggedCache<Value extends object> {
  private readonly entries: LRUCache<string, Entry<Value>>
  private readonly invalidations: Invalidations
  private readonly clock: Clock

  constructor({ invalidations, clock, entries, bytes }: TaggedCacheOptions) {
    this.invalidations = invalidations
    this.clock = clock
    this.entries = new LRUCache<string, Entry<Value>>({
      max: entries,
      // What is larger than this would push too much else out.
      ...(bytes !== undefined && { maxSize: bytes, maxEntrySize: Math.ceil(bytes / 16) }),
    })
  }

  get count(): number {
    return this.entries.size
  }

  get bytes(): number {
    return this.entries.calculatedSize
  }

  /** To be asked for before anything is read that is to be remembered; undefined while nothing may be. */
  moment(): number | undefined {
    return this.invalidations.moment()
  }

  /** What is not given now is read anew by whoever asks, so it is not given later either. */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    if (this.invalidations.moment() !== undefined && this.isTrue(entry)) return entry.value
    this.entries.delete(key)
    return undefined
  }

  /** `size`: in bytes, where those are limited. */
  set(key: string, value: Value, validity: Validity, size?: number): void {
    const entry = { ...validity, value, readAt: this.clock.elapsed() }
    if (this.isTrue(entry)) this.entries.set(key, entry, size === undefined ? {} : { size })
  }

  private isTrue({ since, tags, lifetime, endsAt, readAt }: Entry<Value>): boolean {
    if (!this.invalidations.isUnchanged(since, tags)) return false
    if (lifetime !== undefined && this.clock.elapsed() - readAt >= lifetime) return false
    return endsAt === undefined || this.clock.now() < endsAt
  }
}
