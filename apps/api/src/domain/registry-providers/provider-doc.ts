import type { ProviderDocCategory, ProviderDocKey } from '@engine/shared/provider-docs'

/** A page of the documentation of a version, without what is written on it (contract §16). */
export interface ProviderDoc extends ProviderDocKey {
  readonly id: string
  readonly versionId: string
  readonly title: string
  /** Empty where it has none. */
  readonly subcategory: string
  readonly description: string
  /** Path in the archive that it came in. */
  readonly path: string
  /** True where it was longer than what is kept. */
  readonly truncated: boolean
}

/** A page as it was sent: Markdown without the front matter. */
export interface ProviderDocPage extends Omit<ProviderDoc, 'id' | 'versionId'> {
  readonly content: string
}

export interface ProviderDocFilter {
  readonly category?: ProviderDocCategory | undefined
  readonly slug?: string | undefined
  /** The exact one; empty for pages without one. */
  readonly subcategory?: string | undefined
  /** A part of the title, the slug or the subcategory, in any case. */
  readonly search?: string | undefined
}

/** The pages of a subcategory. */
export interface ProviderDocGroup {
  readonly category: ProviderDocCategory
  readonly subcategory: string
  readonly count: number
}

/** A version that has documentation. */
export interface DocumentedVersion {
  readonly version: string
  readonly uploadedAt: Date
}

export const providerDocChanges = ['added', 'removed', 'changed'] as const

/** A page that differs from the one of the release before. */
export interface ChangedProviderDoc extends ProviderDocKey {
  readonly title: string
  readonly change: (typeof providerDocChanges)[number]
}

/** Differences between the documentation of a version and that of the release before it. */
export interface ProviderDocsChanges {
  /** The release before. */
  readonly fromVersion: string
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** The first of them, by category and slug. */
  readonly pages: readonly ChangedProviderDoc[]
}

/** A fault of a page that is taken all the same. */
export interface ProviderDocWarning {
  readonly path: string
  readonly message: string
}

/** Content of an archive. */
export interface ReadProviderDocs {
  readonly pages: readonly ProviderDocPage[]
  /** The number of its files that are no pages. */
  readonly ignored: number
  readonly warnings: readonly ProviderDocWarning[]
}
