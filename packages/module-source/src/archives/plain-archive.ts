import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { ArchiveLimits, MakePlain, PlainPaths } from '../archive.js'
import type { EntryTree } from './entry-tree.js'
import { tooLarge, tooMany } from './limits.js'
import { entriesOf, type TarEntry } from './tar-reader.js'
import { endMark, headerOf, paddingBehind } from './tar-writer.js'

/** A file up to this size is held while it is written at several paths; a larger one is read again for each. */
const longestInMemory = 16 * 1024 ** 2

/**
 * Finds the paths of each entry once every link is what it leads to. Throws `ArchiveRefused`, also for too
 * many paths.
 */
export async function plainPathsOf(tree: EntryTree, limits: ArchiveLimits): Promise<PlainPaths> {
  const paths = new Map<number, string[]>()
  let [entries, unpackedSize] = [0, 0]
  for (const { path, entry, size } of tree.plainEntries()) {
    if (++entries > limits.entries) throw tooMany(replaced, limits, path)
    unpackedSize += size
    if (unpackedSize > limits.unpackedSize)
      throw tooLarge(`${replaced} unpacks to more than`, limits.unpackedSize, path)
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
    if (others.length > 0 && entry.size <= longestInMemory) {
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
