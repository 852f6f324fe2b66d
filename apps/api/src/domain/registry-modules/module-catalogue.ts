import type { RegistryVisibility } from '../registry-sharing/registry-sharing.js'

/** How the list of modules that people look through is narrowed; what is absent does not matter. */
export interface CatalogueFilter {
  /** The name of the one organization to look at, in any case. */
  readonly organization?: string | undefined
  /** Part of the address or of the description, in any case; or words that the registry's search finds. */
  readonly search?: string | undefined
  /** Such as `aws`. */
  readonly provider?: string | undefined
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

/** Where to look: in what the caller may use, perhaps only of one organization. */
export interface CatalogueScope {
  readonly visibility: RegistryVisibility
  readonly organizationId?: string | undefined
}

/** What a list can be narrowed by further, and how many modules each choice leaves; the most frequent first. */
export interface CatalogueFacets {
  readonly organizations: readonly Facet[]
  readonly providers: readonly Facet[]
}

export interface Facet {
  readonly value: string
  readonly count: number
}

/** By address, by when it changed last, by how often it was downloaded. */
export type CatalogueOrder = 'name' | 'updated' | 'downloads'
