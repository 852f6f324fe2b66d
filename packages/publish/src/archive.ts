import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { create } from 'tar'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { makePlain } from '@engine/module-source/plain-archive'
import { sha256Of } from './file-digest.js'
import type { FolderFiles } from './folder.js'
import type { SentFile } from './platform.js'

/** A packed module on the disk. */
export interface Archive extends SentFile {
  /** Digest in lower-case hexadecimals. */
  readonly sha256: string
}

/**
 * Packs the files of a folder, gives the archive to `use`, and removes it. The same contents make the same archive on
 * any machine: sorted, without owners and times, and of the permissions only whether a file can be run. Links become
 * what they lead to by the platform's own code. Throws `ArchiveRefused` for one that leads to nothing that is packed.
 */
export async function withArchive<T>(
  folder: string,
  files: FolderFiles,
  use: (archive: Archive) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'engine-publish-'))
  try {
    const packed = join(place, 'packed.tar.gz')
    const paths = [...files.keys()].map((each) => `./${each}`)
    await create(
      {
        file: packed,
        cwd: resolve(folder),
        gzip: { level: 9 },
        portable: true,
        mtime: new Date(0),
        statCache: plainStats(resolve(folder), files),
      },
      paths,
    )
    const path = await withoutLinks(packed, files, join(place, 'module.tar.gz'))
    return await use({ path, size: (await stat(path)).size, sha256: await sha256Of(path) })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** The path of the archive whose links are replaced: another one where there are any. */
async function withoutLinks(packed: string, files: FolderFiles, other: string): Promise<string> {
  if (![...files.values()].some((stats) => stats.isSymbolicLink())) return packed
  const { plainPaths } = await readModuleArchive(createReadStream(packed))
  if (!plainPaths) return packed
  const open = async () => createReadStream(packed)
  await pipeline(makePlain(open, plainPaths), createWriteStream(other))
  return other
}

/**
 * Facts that the packer needs about the files. That two names are one file is of this disk alone, so it is
 * left out.
 */
function plainStats(folder: string, files: FolderFiles): Map<string, Stats> {
  const plain = (stats: Stats): Stats => {
    const canRun = stats.isSymbolicLink() || (stats.mode & 0o100) !== 0
    const mode = (stats.mode & ~0o7777) | (canRun ? 0o755 : 0o644)
    return Object.create(stats, { mode: { value: mode }, nlink: { value: 1 } })
  }
  return new Map([...files].map(([path, stats]) => [join(folder, path).replaceAll('\\', '/'), plain(stats)]))
}
