import { isHttpUrl, isSha256 } from '@engine/shared'
import { z } from 'zod'
import { faults, invalid, type Fault } from '../../kernel/errors.js'
import { text } from '../../kernel/input.js'

const platformWord = text(32, (word) => /^[a-z0-9_]+$/.test(word))

/** An element of the extension `archs` (contract §4). */
export const engineArchive = z.object({
  url: text(2048, isHttpUrl),
  sha: text(64, isSha256).transform((sha) => sha.toLowerCase()),
  os: platformWord.nullish().transform((os) => os ?? 'linux'),
  arch: platformWord.nullish().transform((arch) => arch ?? 'amd64'),
})

/** One downloadable build of a version; `sha` is the SHA-256 of the zip in lower-case hexadecimals. */
export type EngineArchive = Readonly<z.output<typeof engineArchive>>

const isMain = (archive: EngineArchive): boolean => archive.os === 'linux' && archive.arch === 'amd64'

/** The linux/amd64 archive, which `url` and `sha` of a version mirror; empty texts when there is none. */
export function mainArchive(archs: readonly EngineArchive[]): { readonly url: string; readonly sha: string } {
  return archs.find(isMain) ?? { url: '', sha: '' }
}

/** Faults of archives: a platform may stand there once, and `url` or `sha` next to them must be the same as theirs. */
export function faultsOfArchives(
  archs: readonly EngineArchive[],
  url?: string,
  sha?: string,
): readonly Fault[] {
  const platforms = archs.map((archive) => `${archive.os}/${archive.arch}`)
  const twice = archs.flatMap((archive, index) =>
    platforms.indexOf(`${archive.os}/${archive.arch}`) < index ? [faults.taken('archs', index, 'arch')] : [],
  )
  const main = mainArchive(archs)
  const contradictions = [
    ...(url !== undefined && url !== main.url ? [contradiction('url')] : []),
    ...(sha !== undefined && sha !== main.sha ? [contradiction('sha')] : []),
  ]
  return [...twice, ...contradictions]
}

function contradiction(attribute: 'url' | 'sha'): Fault {
  const name = attribute === 'url' ? 'Url' : 'Sha'
  return { path: [attribute], code: 'INVALID', message: `${name} is invalid: it contradicts archs` }
}

/** Returns the archives after a change of `url`, `sha` and `archs` (contract §4). */
export function changedArchives(
  current: readonly EngineArchive[],
  change: {
    url?: string | undefined
    sha?: string | undefined
    archs?: readonly EngineArchive[] | undefined
  },
): readonly EngineArchive[] {
  const { url, sha, archs } = change
  if (archs !== undefined) return archs
  if (url !== undefined && sha !== undefined) return [{ url, sha, os: 'linux', arch: 'amd64' }]
  if (url === undefined && sha === undefined) return current
  if (!current.some(isMain)) throw invalid(faults.blank(url === undefined ? 'url' : 'sha'))
  return current.map((archive) =>
    isMain(archive) ? { ...archive, url: url ?? archive.url, sha: sha ?? archive.sha } : archive,
  )
}

/** A file at an address outside, to be read once and never stored. */
export interface EngineArchiveFile {
  /** Size in bytes; undefined where it is not known. */
  readonly size: number | undefined
  /** Fails with `ArchiveUnreachable`. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Begins to read the file at this address. Throws `ArchiveUnreachable`. */
export type OpenEngineArchiveFile = (url: string, signal: AbortSignal) => Promise<EngineArchiveFile>

/** The message says why there is nothing to compare with a checksum. */
export class ArchiveUnreachable extends Error {}
