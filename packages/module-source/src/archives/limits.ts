import { ArchiveRefused, type ArchiveLimits } from '../archive.js'
import { quoted } from './entry-path.js'

/** Error about a limit; `what` begins the sentence, and `path` is where the limit was passed. */
export function tooLarge(what: string, limit: number, path: string): ArchiveRefused {
  return new ArchiveRefused('too-large', `${what} ${inWords(limit)} (at ${quoted(path)})`)
}

export function tooMany(what: string, { entries }: ArchiveLimits, path: string): ArchiveRefused {
  const message = `${what} has more than ${entries.toLocaleString('en')} entries (at ${quoted(path)})`
  return new ArchiveRefused('too-many-entries', message)
}

function inWords(bytes: number): string {
  if (bytes >= 1024 ** 3 && bytes % 1024 ** 3 === 0) return `${bytes / 1024 ** 3} GiB`
  if (bytes >= 1024 ** 2 && bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2} MiB`
  return `${bytes.toLocaleString('en')} bytes`
}
