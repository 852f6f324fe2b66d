import type { ModuleInterface } from '@engine/module-source/verdict'
import {
  compareVersions,
  hasReadableNumbers,
  isModuleVersion,
  isPreRelease,
  moduleVersionMaximumLength,
  versionSortKey,
} from '@engine/shared'
import { emptyAsAbsent, note, text } from '../../kernel/input.js'
import type { Provenance } from '../../kernel/provenance.js'
import type { Lifecycle } from '../lifecycle.js'
import { plainLine } from '../plain-line.js'
import { readableNumbers } from '../readable-numbers.js'

/** `ok` is for good; a version that `failed` may be uploaded again like one that is `pending`. */
export type ModuleVersionStatus = 'pending' | 'ok' | 'failed'

export interface ModuleVersion extends Lifecycle {
  readonly id: string
  readonly version: string
  readonly status: ModuleVersionStatus
  /** Why the last upload was refused; null unless the status is `failed`. */
  readonly error: string | null
  /** Null unless the status is `ok`. */
  readonly archive: ModuleArchiveFile | null
  /** What its archive gives cause to say to its publisher and its users, in sentences. */
  readonly warnings: readonly string[]
  /** Null before its archive is processed, and of what was published before interfaces were compared. */
  readonly interface: ModuleInterface | null
  /** Why it may break its callers by more than its number says; null where nothing was said. */
  readonly acceptBreaking: string | null
  /** The commit that its publisher named; null where none was. Which one a job of a CI built is in `provenance`. */
  readonly commitSha: string | null
  /** Which job of a CI sent what is published; null before that, and where it was no such job. */
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

/** Whether lists, searches and the versions document include it: not what a former release took and no CLI reads. */
export function isListed(version: ModuleVersion): version is PublishedVersion {
  return (
    isPublished(version) && version.deprecation?.status !== 'revoked' && hasReadableNumbers(version.version)
  )
}

/** What a text asks for among the versions of a module; undefined when it can be no version at all. */
export function versionKeyOf(text: string): string | undefined {
  return isModuleVersion(text) ? versionSortKey(text) : undefined
}

/** As `newestOf` wants them. */
export function newestFirst(versions: readonly ModuleVersion[]): ModuleVersion[] {
  return versions.toSorted((one, other) => compareVersions(other.version, one.version))
}

/** The newest release; a pre-release only where there is nothing else. `versions` come newest first. */
export function newestOf(versions: readonly ModuleVersion[]): PublishedVersion | undefined {
  const listed = versions.filter(isListed)
  return listed.find(({ version }) => !isPreRelease(version)) ?? listed[0]
}
