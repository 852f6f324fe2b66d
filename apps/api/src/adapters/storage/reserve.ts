import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../kernel/clock.js'
import type { Draft, Storage } from '../../kernel/storage.js'
import { StorageReserve } from '../../kernel/storage-reserve.js'
import { filesFolder, type StorageSettings } from './open.js'
import { guarded } from './files.js'

export interface ReserveSettings extends StorageSettings {
  readonly databaseUrl: string | undefined
  /** Reserve in bytes; undefined: as much as an embedded database on the same disk needs. */
  readonly storageReserve: number | undefined
}

const leastReserve = 1024 ** 3
const partOfDisk = 0.05

/** Opens the reserve of the disk with the files, whose folder is there. A bucket has none: it has no bytes that end. */
export async function openReserve(settings: ReserveSettings, clock: Clock): Promise<StorageReserve> {
  const folder = filesFolder(settings.dataDir)
  const read = () =>
    guarded(async () => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    })
  return new StorageReserve(
    read,
    settings.storageUrl === undefined ? await bytesOf(settings, folder) : 0,
    clock,
  )
}

async function bytesOf(settings: ReserveSettings, folder: string): Promise<number> {
  if (settings.storageReserve !== undefined) return settings.storageReserve
  if (settings.databaseUrl !== undefined) return 0
  const database = join(settings.dataDir, 'postgres')
  const [ofFiles, ofDatabase] = await Promise.all([folder, database].map((path) => stat(path)))
  if (ofFiles?.dev !== ofDatabase?.dev) return 0
  const { blocks, bsize } = await statfs(folder)
  return Math.max(leastReserve, Math.ceil(blocks * bsize * partOfDisk))
}

/** Stores files only as long as there is room for them: asked before each, and between its pieces. */
export function reserving(storage: Storage, reserve: StorageReserve): Storage {
  const put: Storage['put'] = async (key, stream, options = {}) => {
    // The stream may fail while it is not read: that must not end the process.
    stream.on('error', () => undefined)
    await reserve.require(options.isOfRun)
    return storage.put(key, stream, { ...options, check: () => reserve.check(options.isOfRun) })
  }
  const draft: Storage['draft'] = async () => {
    await reserve.require()
    const begun = await storage.draft()
    const write: Draft['write'] = async (bytes) => {
      reserve.check()
      await begun.write(bytes)
    }
    return Object.assign(Object.create(begun) as Draft, { write })
  }
  return Object.assign(Object.create(storage) as Storage, { put, draft })
}
