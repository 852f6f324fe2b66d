/** Invalidations by changes of other transactions, so that reads of the database can be cached. */
export interface Invalidations {
  /**
   * Returns the number of the last invalidation that was received; it only grows. Undefined while the process may have
   * missed one that is older than a second: then nothing cached may be used.
   *
   * A value to be cached is read after this number was: a change committed before is in the value, a later one has
   * another number.
   */
  moment(): number | undefined
  /** True where no tag of these was invalidated since that moment. */
  isUnchanged(since: number, tags: readonly string[]): boolean
  /** Waits until all that was committed before the call has been received, or the cache is off. Never rejects. */
  waitUntilCurrent(): Promise<void>
}

/** Invalidations for processes that cache nothing. */
export const neverCurrent: Invalidations = {
  moment: () => undefined,
  isUnchanged: () => false,
  waitUntilCurrent: () => Promise.resolve(),
}

/** Maximum number of tags with a separate last invalidation; all others share the floor. */
const mostTags = 20_000

/** A log of invalidations: the number of the last one of each tag. */
export class InvalidationLog {
  private readonly last = new Map<string, number>()
  private floor = 0
  private count = 0

  get moment(): number {
    return this.count
  }

  /** Invalidates tags; `modules/org-1` invalidates `modules` too. */
  invalidate(tags: readonly string[]): void {
    if (tags.length === 0) return
    this.count++
    for (const tag of tags) {
      this.last.set(tag, this.count)
      const [whole = tag] = tag.split('/', 1)
      this.last.set(whole, this.count)
    }
    if (this.last.size > mostTags) this.invalidateAll()
  }

  /** Invalidates everything, where an invalidation may have been missed. */
  invalidateAll(): void {
    this.floor = ++this.count
    this.last.clear()
  }

  isUnchanged(since: number, tags: readonly string[]): boolean {
    if (since === this.count) return true
    return since >= this.floor && tags.every((tag) => since >= (this.last.get(tag) ?? 0))
  }
}
