import type { ModuleInterface } from '@engine/module-source/verdict'
import {
  compareVersions,
  hasReadableNumbers,
  isModuleVersion,
  isPreRelease,
  moduleVersionMaximumLength,
  plainLine,
  versionSortKey,
} from '@engine/shared'
import { emptyAsAbsent, note, text } from '../../kernel/input.js'
import type { Provenance } from '../../kernel/provenance.js'
import type { Lifecycle } from '../lifecycle/lifecycle.js'
import { readableNumbers } from '../readable-numbers.js'

/** `ok` is for good; a version that `failed` may be uploaded again like one that is `pending`. */
export const moduleVersionStatuses = ['pending', 'ok', 'failed'] as const

export type ModuleVersionStatus = (typeof moduleVersionStatuses)[number]

export interface ModuleVersion extends Lifecycle {
  readonly id: string
  readonly version: string
  readonly status: ModuleVersionStatus
  /** Reason why the last upload was refused; null unless the status is `failed`. */
  readonly error: string | null
  /** Time when its failed upload was put away; null where it was not, or has failed again since. */
  readonly putAwayAt: Date | null
  /** Null unless the status is `ok`. */
  readonly archive: ModuleArchiveFile | null
  /** Warnings about its archive for its publisher and its users, in sentences. */
  readonly warnings: readonly string[]
  /** Null before its archive is processed, and of what was published before interfaces were compared. */
  readonly interface: ModuleInterface | null
  /** Reason why it may break its callers by more than its number says; null if none was given. */
  readonly acceptBreaking: string | null
  /** The commit that its publisher named; null where none was. Which one a job of a CI built is in `provenance`. */
  readonly commitSha: string | null
  /** The CI job that sent what is published; null before that, and if no CI job sent it. */
  readonly provenance: Provenance | null
  readonly createdAt: Date
  readonly publishedAt: Date | null
}

/** The numbers and states of a module's versions, newest first. */
export interface VersionStatuses {
  readonly isSetUp: boolean
  /** The JSON text of a list of `{version, status, error, warnings}`, without errors and warnings that are none. */
  readonly text: string
}

/** The gzip tar as it was uploaded, or, of one with links, without them; `size` in bytes, `sha256` in lower-case hexadecimals. */
export interface ModuleArchiveFile {
  readonly storageKey: string
  readonly sha256: string
  readonly size: number
}

export type PublishedVersion = ModuleVersion & { readonly archive: ModuleArchiveFile }

const acceptBreakingMaximumLength = 500
const commitShaMaximumLength = 255

export const moduleVersionCreation = {
  version: text(moduleVersionMaximumLength, isModuleVersion).refine(...readableNumbers),
  acceptBreaking: note(acceptBreakingMaximumLength)
    .transform(plainLine)
    .pipe(text(acceptBreakingMaximumLength))
    .nullish(),
  commitSha: emptyAsAbsent(note(commitShaMaximumLength).nullable()),
}

export function isPublished(version: ModuleVersion): version is PublishedVersion {
  return version.status === 'ok' && version.archive !== null
}

/**
 * Tells whether lists, searches and the versions document include a version: not one that a former release
 * accepted and no CLI reads.
 */
export function isListed(version: ModuleVersion): version is PublishedVersion {
  return (
    isPublished(version) && version.deprecation?.status !== 'revoked' && hasReadableNumbers(version.version)
  )
}

/** Key of the version that a text asks for; undefined if the text cannot be a version. */
export function versionKeyOf(text: string): string | undefined {
  return isModuleVersion(text) ? versionSortKey(text) : undefined
}

/** Versions in the order that `newestOf` wants. */
export function newestFirst(versions: readonly ModuleVersion[]): ModuleVersion[] {
  return versions.toSorted((one, other) => compareVersions(other.version, one.version))
}

/** The newest release; a pre-release only where there is nothing else. `versions` come newest first. */
export function newestOf(versions: readonly ModuleVersion[]): PublishedVersion | undefined {
  const listed = versions.filter(isListed)
  return listed.find(({ version }) => !isPreRelease(version)) ?? listed[0]
}
