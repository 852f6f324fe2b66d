import { plainLine } from '@engine/shared'
import type { ZipEntry } from './zip-directory.js'

const encrypted = 1
const [stored, deflated] = [0, 8]

/** Names of the compression methods that people choose; others are named by their number. */
const methods: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
}

const longestName = 200

/** Bytes are shown as UTF-8, in one line. */
const shownName = ({ name }: ZipEntry): string =>
  plainLine(Buffer.from(name, 'latin1').toString('utf8')).slice(0, longestName)

/** Names the entry that keeps the CLI from unpacking a zip, and says why; undefined without one. */
export function zipProblemOf(directory: readonly ZipEntry[]): string | undefined {
  for (const entry of directory) {
    const why = problemOf(entry)
    if (why !== undefined) return `the entry ${shownName(entry)} of the zip ${why}`
  }
  const both = fileAndFolder(directory)
  return both && `the zip has a file and a folder that are both named ${shownName(both)}`
}

/** A file whose name is that of a folder too. In their order what lies in a folder comes right behind its name. */
function fileAndFolder(directory: readonly ZipEntry[]): ZipEntry | undefined {
  const named = directory.map((entry) => {
    const path = entry.name.split('/').filter((part) => part !== '' && part !== '.')
    return { entry, key: path.join(below) + (entry.name.endsWith('/') ? below : '') }
  })
  named.sort((one, other) => Number(one.key > other.key) - Number(one.key < other.key))
  return named.find(({ key }, at) => !key.endsWith(below) && named[at + 1]?.key.startsWith(key + below))
    ?.entry
}

/** Sorts before all that a name may go on with. */
const below = '\0'

function problemOf({ name, flags, method }: ZipEntry): string | undefined {
  const parts = name.split(/[/\\]/)
  if (parts.includes('..')) return 'leads out of the folder that it is unpacked to'
  if (/^(?:[/\\]|[A-Za-z]:)/.test(name)) return 'has an absolute name'
  if (/[\r\n]/.test(name)) return 'has a line end in its name'
  if (flags & encrypted) return 'is encrypted'
  if (method === stored || method === deflated) return undefined
  return `is compressed by ${methods[method] ?? `the method ${method}`}, and the CLI unpacks only what is stored or deflated`
}
