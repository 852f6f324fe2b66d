import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { ArchiveRefused, type ArchiveLimits, type MakePlain, type PlainPaths } from '../archive.js'
import { quoted } from './entry-path.js'
import type { EntryTree } from './entry-tree.js'
import { gunzipped } from './gunzip.js'
import { inWords } from './limits.js'
import { TarReader, type TarEntry } from './tar-reader.js'
import { endMark, headerOf, paddingBehind } from './tar-writer.js'

/** A file up to this size is held while it is written at several paths; a larger one is read again for each. */
const longestHeld = 16 * 1024 ** 2

/** Where each entry lies once every link is what it leads to. Throws `ArchiveRefused`, also where that is too much. */
export async function plainPathsOf(tree: EntryTree, limits: ArchiveLimits): Promise<PlainPaths> {
  const paths = new Map<number, string[]>()
  let [entries, unpackedSize] = [0, 0]
  for (const { path, entry, size } of tree.plainEntries()) {
    unpackedSize += size
    if (++entries > limits.entries) {
      const most = limits.entries.toLocaleString('en')
      throw new ArchiveRefused(
        'too-many-entries',
        `${replaced} has more than ${most} entries (at ${quoted(path)})`,
      )
    }
    if (unpackedSize > limits.unpackedSize) {
      const most = inWords(limits.unpackedSize)
      throw new ArchiveRefused('too-large', `${replaced} unpacks to more than ${most} (at ${quoted(path)})`)
    }
    const others = paths.get(entry)
    if (others) others.push(path)
    else paths.set(entry, [path])
    if (entries % 100 === 0) await setImmediate()
  }
  return paths
}

const replaced = 'with its links replaced by what they lead to, the archive'

export const makePlain: MakePlain = (open, paths, signal) => {
  const gzip = createGzip()
  // What fails in here destroys `gzip`, and so reaches who reads from it.
  pipeline(Readable.from(plainTar(open, paths, signal), { objectMode: false }), gzip).catch(() => undefined)
  return gzip
}

async function* plainTar(
  open: () => Promise<Readable>,
  paths: PlainPaths,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const further: { readonly number: number; readonly path: string }[] = []
  for await (const { tar, entry, number } of entriesOf(await open(), signal)) {
    const [first, ...others] = paths.get(number) ?? []
    if (first === undefined) continue
    if (others.length > 0 && entry.size <= longestHeld) {
      const contents = [await tar.contents()]
      for (const path of [first, ...others]) yield* written(entry, path, contents)
    } else {
      yield* written(entry, first, tar.pieces())
      further.push(...others.map((path) => ({ number, path })))
    }
  }
  for (const { number, path } of further) yield* copied(await open(), number, path, signal)
  yield endMark
}

async function* copied(
  source: Readable,
  wanted: number,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  for await (const { tar, entry, number } of entriesOf(source, signal)) {
    if (number !== wanted) continue
    yield* written(entry, path, tar.pieces())
    return
  }
}

async function* entriesOf(source: Readable, signal?: AbortSignal) {
  // The source may fail while it is not read: that must not end the process.
  source.on('error', () => undefined)
  const chunks = gunzipped(source, signal)
  const tar = new TarReader(chunks)
  try {
    let number = 0
    for (let entry = await tar.next(); entry; entry = await tar.next()) yield { tar, entry, number: number++ }
  } finally {
    await chunks.return()
    source.destroy()
  }
}

async function* written(
  { kind, size, canRun }: TarEntry,
  path: string,
  contents: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  yield headerOf({ path, isFile: kind === 'file', size, canRun })
  if (size > 0) yield* contents
  const padding = paddingBehind(size)
  if (padding.length > 0) yield padding
}
