import type { ModuleAddress } from './registry-module.js'

/** A module as lists and searches show it: by its newest release (contract §7). */
export interface ModuleListing extends ModuleAddress {
  /** The name of who made it. */
  readonly publisher: string
  readonly version: string
  /** The module's own description, or else the first paragraph of its README. */
  readonly description: string
  readonly sourceUrl: string
  readonly publishedAt: Date
  /** May be a minute old. */
  readonly downloads: number
  readonly verified: boolean
}

export interface ModuleFilter {
  readonly provider?: string | undefined
  /** True: only those that a site administrator has verified. */
  readonly verified?: boolean | undefined
}

export interface Slice {
  readonly offset: number
  readonly limit: number
}

export interface Sliced<Item> extends Slice {
  readonly items: readonly Item[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}
