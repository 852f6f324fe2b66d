import { z } from 'zod'

/** A module as lists and searches show it: by its newest release (contract §7). */
export const moduleListing = z.object({
  namespace: z.string(),
  name: z.string(),
  provider: z.string(),
  /** The name of who made it. */
  publisher: z.string(),
  version: z.string(),
  /** The module's own description, or else the first paragraph of its README. */
  description: z.string(),
  sourceUrl: z.string(),
  publishedAt: z.date(),
  /** Number of downloads; may be a minute old. */
  downloads: z.number(),
  verified: z.boolean(),
})

export type ModuleListing = Readonly<z.output<typeof moduleListing>>

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
