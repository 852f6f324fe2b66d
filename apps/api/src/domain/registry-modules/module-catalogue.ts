import type { RegistryVisibility } from '../registry-sharing/registry-sharing.js'

/** Filters of the list of modules that people look through; an absent one does not narrow it. */
export interface CatalogueFilter {
  /** The name of the one organization to look at, in any case. */
  readonly organization?: string | undefined
  /** Part of the address or of the description, in any case; or words that the registry's search finds. */
  readonly search?: string | undefined
  /** Names of organizations, in any case; those that the caller may not use have no modules here. */
  readonly organizations?: readonly string[] | undefined
  /** Names of providers, such as `aws`. */
  readonly providers?: readonly string[] | undefined
  /** True for modules with something to install. */
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

/** Scope of a search: what the caller may use, perhaps of one organization alone. */
export interface CatalogueScope {
  readonly visibility: RegistryVisibility
  readonly organizationId?: string | undefined
}

/** A facet of the list: the names of organizations, or of providers. */
export type CatalogueFacet = 'organizations' | 'providers'

/** A choice that narrows a list further, and the number of modules that it leaves. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

/**
 * Orders of the list: by address, by last change, by downloads. By descending downloads those without a version are
 * last; ascending is the same list read backwards.
 */
export type CatalogueOrder = 'name' | 'updated' | 'downloads'
