import type { Slice } from './module-listing.js'

/** An organization with how many of its modules are in a list. */
export interface ModuleShelf {
  readonly organizationId: string
  readonly namespace: string
  /** At least one. */
  readonly listed: number
}

/** Where to begin in an organization. */
export interface ModulePlace {
  readonly organizationId: string
  readonly namespace: string
  readonly offset: number
}

/**
 * Where the modules of each organization begin in a list that is sorted by namespace. A namespace is one organization,
 * so of those before a page nothing is looked at, however many they are.
 */
export class ModulePlaces {
  /** By shelf, the modules before it. */
  private readonly before: readonly number[]
  private readonly byNamespace: ReadonlyMap<string, ModuleShelf>
  readonly count: number

  /** `shelves` come in the order of the list. */
  constructor(private readonly shelves: readonly ModuleShelf[]) {
    let count = 0
    this.before = shelves.map(({ listed }) => (count += listed) - listed)
    this.count = count
    this.byNamespace = new Map(shelves.map((shelf) => [shelf.namespace.toLowerCase(), shelf]))
  }

  /** Those of one namespace, in any case; none of one that is not in the list. */
  of(namespace: string): ModulePlaces {
    const shelf = this.byNamespace.get(namespace.toLowerCase())
    return new ModulePlaces(shelf ? [shelf] : [])
  }

  get organizationIds(): string[] {
    return this.shelves.map(({ organizationId }) => organizationId)
  }

  /** Where so many modules are, in order; of those after it none. */
  at({ offset, limit }: Slice): ModulePlace[] {
    const end = offset + limit
    const places: ModulePlace[] = []
    for (let n = this.shelfAt(offset); n < this.shelves.length && (this.before[n] ?? end) < end; n++) {
      const [shelf, before] = [this.shelves[n], this.before[n] ?? 0]
      if (shelf) places.push({ ...shelf, offset: Math.max(offset - before, 0) })
    }
    return places
  }

  /** The number of the shelf on which the module at this place is, or of the end. */
  private shelfAt(offset: number): number {
    if (offset >= this.count) return this.shelves.length
    let [first, last] = [0, this.shelves.length - 1]
    while (first < last) {
      const middle = Math.ceil((first + last) / 2)
      if ((this.before[middle] ?? 0) <= offset) first = middle
      else last = middle - 1
    }
    return first
  }
}
