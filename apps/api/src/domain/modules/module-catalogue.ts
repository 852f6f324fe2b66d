/** How the list of modules that people look through is narrowed; what is absent does not matter. */
export interface CatalogueFilter {
  /** The name of the one organization to look at, in any case. */
  readonly organization?: string | undefined
  /** Part of the address or of the description, in any case. */
  readonly search?: string | undefined
  /** Whether there is anything to install. */
  readonly published?: boolean | undefined
  readonly verified?: boolean | undefined
}

/** By address, by when it changed last, by how often it was downloaded. */
export type CatalogueOrder = 'name' | 'updated' | 'downloads'
