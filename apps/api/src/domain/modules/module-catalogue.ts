import type { OrderedPage } from '../../kernel/page.js'
import type { ModuleReach } from '../module-sharing/module-sharing.js'
import type { Slice } from './module-listing.js'

/** How the list of modules that people look through is narrowed; what is absent does not matter. */
export interface CatalogueFilter {
  /** The name of the one organization to look at, in any case. */
  readonly organization?: string | undefined
  /** Part of the address or of the description, in any case. */
  readonly search?: string | undefined
  /** Whether there is anything to install. */
  readonly published?: boolean | undefined
  readonly verified?: boolean | undefined
  /** True: of organizations that share with one of the caller's; false: of those the caller belongs to. */
  readonly shared?: boolean | undefined
}

/** A module of a list; `usableOnly` as of a visible module. */
export interface CatalogueEntry {
  readonly id: string
  readonly usableOnly: boolean
}

/** Where to look: in what is within the caller's reach, perhaps only of one organization. */
export interface CatalogueScope {
  readonly reach: ModuleReach
  readonly organizationId?: string | undefined
}

/** By address, by when it changed last, by how often it was downloaded. */
export type CatalogueOrder = 'name' | 'updated' | 'downloads'

/** A list by address, as it is written or in any case; backwards it is read from its end. */
export interface AddressOrder {
  readonly inAnyCase: boolean
  readonly backwards: boolean
}

/** How a page is sorted by address; undefined where it is sorted by something else. */
export function addressOrder({ order }: OrderedPage<CatalogueOrder>): AddressOrder | undefined {
  if (!order) return { inAnyCase: false, backwards: false }
  return order.field === 'name' ? { inAnyCase: true, backwards: order.direction === 'desc' } : undefined
}

/** Where a page lies in a list of so many that is read from its start. */
export function sliceOf(
  { number, size }: OrderedPage<CatalogueOrder>,
  count: number,
  backwards: boolean,
): Slice {
  const offset = (number - 1) * size
  if (!backwards) return { offset, limit: size }
  const end = Math.max(count - offset, 0)
  const start = Math.max(end - size, 0)
  return { offset: start, limit: end - start }
}
