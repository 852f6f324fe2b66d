import type { LRUCache } from 'lru-cache'
import { archiveLimits, type ModuleArchive } from '@engine/module-source/archive'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { boundedCache } from '../../kernel/lru-cache.js'
import type { ModuleFiles } from './module-files.js'
import type { ModuleArchiveFile } from './registry-module-version.js'

export type ArchiveContents = Pick<ModuleArchive, 'sizes' | 'contents'>

const mebibyte = 1024 ** 2
/** Limit of a file that is shown as text, in bytes; a larger file is read only if it may be a picture. */
export const longestText = 256 * 1024
const longestPicture = mebibyte
/** Limit of the cached contents, in bytes, and the size that one path counts as. */
const mostCached = 64 * mebibyte
const ofAPath = 200

/** Limits of concurrent reads: two archives, one of an organization, and the number that may wait. */
const queueLimits = { running: 2, runningOfALine: 1, waiting: 32, waitingInAll: 64 }
/** Time limit for reading one archive, in milliseconds. */
const readTimeout = 10_000

const tooMany = () => unavailable('Too many archives are being read at once')

/**
 * A reader of what pages show of archives: the paths of all files and the contents of small ones. The first
 * request for a version reads its whole archive with the strict reader of uploads, whenever it was published;
 * recent results are cached.
 */
export class ArchiveContentsReader {
  private readonly queue = new FairQueue({ ...queueLimits, full: tooMany })
  private readonly underWay = new Map<string, Promise<ArchiveContents>>()
  private readonly cache: LRUCache<string, ArchiveContents> = boundedCache(mostCached, sizeOf)

  constructor(private readonly files: ModuleFiles) {}

  /** An archive of this organization. Throws `unavailable` when too many wait already, or when it takes too long. */
  async read(organizationId: string, file: ModuleArchiveFile): Promise<ArchiveContents> {
    const { storageKey } = file
    const known = this.cache.get(storageKey) ?? this.underWay.get(storageKey)
    if (known) return known
    const read = this.queue
      .run(organizationId, () => this.readNow(file))
      .finally(() => this.underWay.delete(storageKey))
    this.underWay.set(storageKey, read)
    return read
  }

  private async readNow(file: ModuleArchiveFile): Promise<ArchiveContents> {
    const signal = AbortSignal.timeout(readTimeout)
    try {
      const { sizes, contents } = await this.files.lookAgain(file, { collect: collector(), signal })
      const found = { sizes, contents }
      this.cache.set(file.storageKey, found)
      return found
    } catch (error) {
      if (signal.aborted) throw unavailable('Reading the archive takes too long')
      throw error
    }
  }
}

/** Keeps small files, as long as all of them together are no more than the reader keeps. */
function collector(): (path: string, size: number) => boolean {
  let left = archiveLimits.collectedSize
  return (path, size) => {
    const most = /\.(png|jpe?g|gif|webp)$/i.test(path) ? longestPicture : longestText
    if (size > Math.min(most, left)) return false
    left -= size
    return true
  }
}

function sizeOf({ sizes, contents }: ArchiveContents): number {
  return [...contents.values()].reduce((sum, { length }) => sum + length, 1 + sizes.size * ofAPath)
}
