import type { PublicProviderPlatform } from './public-provider.js'

/** A file of a version whose digest differs from the one that was first seen. */
export interface FileDifference {
  /** The name of the zip, or `SHA256SUMS`. */
  readonly filename: string
  /** The digest that was first seen, in lower case; null for a file that was not there. */
  readonly first: string | null
  /** The digest that the origin has now; null for a file that it no longer has. */
  readonly now: string | null
}

/** The digests of a version: of SHA256SUMS, and of the files that it lists. */
export interface VersionDigests {
  readonly shasums: string
  readonly files: ReadonlyMap<string, string>
}

/** The file that a download document names. */
export interface NamedFile {
  readonly filename: string
  readonly shasum: string
}

const shasumsName = 'SHA256SUMS'

/** Compares what the origin has now with what was first seen, file by file. */
export function differencesOf(
  first: { readonly shasums: string; readonly platforms: readonly PublicProviderPlatform[] },
  now: VersionDigests,
  named: NamedFile,
): FileDifference[] {
  const listed = new Map([...now.files, [named.filename, named.shasum]])
  const files = new Map(first.platforms.map(({ filename, shasum }) => [filename, shasum]))
  return [
    { filename: shasumsName, first: first.shasums, now: now.shasums },
    ...[...new Set([...files.keys(), named.filename])].map((filename) => ({
      ...{ filename, first: files.get(filename) ?? null, now: listed.get(filename) ?? null },
    })),
  ].filter((file) => file.first !== file.now)
}

/** Compares the file of one platform with the one that a download document names. */
export function differencesOfFile(
  { filename, shasum }: PublicProviderPlatform,
  named: NamedFile,
): FileDifference[] {
  const now = { filename: named.filename, first: null, now: named.shasum.toLowerCase() }
  return filename === named.filename
    ? [{ ...now, first: shasum }]
    : [{ filename, first: shasum, now: null }, now]
}

/** Says in a sentence what differs. */
export function mismatchOf(
  differences: readonly FileDifference[],
  platforms: readonly PublicProviderPlatform[],
): string {
  if (differences.some(({ filename }) => filename === shasumsName))
    return 'Its SHA256SUMS is not the one that was first seen'
  const platform = platforms.find(({ filename }) => differences.some((file) => file.filename === filename))
  return platform
    ? `Its zip for ${platform.os}/${platform.arch} is not the one that was first seen`
    : 'Its zip has another name than the one that was first seen'
}
