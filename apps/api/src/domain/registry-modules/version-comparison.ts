import type { VersionStep } from '@engine/module-source/comparison'
import type { PublishedNumber, VersionVerdict } from '@engine/module-source/verdict'
import type { ModuleDocuments } from './module-documents.js'

/** The stored texts that a version is compared by; undefined where nothing is stored: it declares nothing. */
export type StoredInterface = Pick<ModuleDocuments, 'parts' | 'engineConstraints'>

type Stored = StoredInterface | undefined

/** A version that is to be published, among what is published of its module. */
export interface Candidate {
  readonly version: string
  readonly published: readonly PublishedNumber[]
}

/** The changes from one version to another, their texts cut. */
export interface ComparedVersions {
  /** JSON texts of lists of `ModuleChange`, each small enough to be parsed at once. */
  readonly chunks: readonly string[]
  readonly breakingCount: number
  /** The step that the changes ask for, where the numbers make a smaller one. */
  readonly missingStep: VersionStep | null
}

/** Compares versions in threads, the organizations in turn. Throws `unavailable` where too many wait. */
export interface VersionComparer {
  /** Reads the two when its turn has come. */
  compare(
    organizationId: string,
    read: () => Promise<readonly [from: Stored, to: Stored]>,
    numbers: { readonly from: string; readonly to: string },
  ): Promise<ComparedVersions>
  /** Compares a candidate with its baseline, `before`. */
  evaluate(
    organizationId: string,
    candidate: Candidate,
    before: Stored,
    after: Stored,
  ): Promise<Omit<VersionVerdict, 'changes'>>
  /** The numbers of changes that break callers of `from`, up to the first version that breaks nothing. */
  count(from: Stored, to: readonly Stored[]): Promise<readonly number[]>
}
