import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { later } from '../../kernel/clock.js'
import {
  isStorageKey,
  longestUpload,
  RangeNotSatisfiable,
  TooLarge,
  type ByteRange,
  type Draft,
  type ListedFile,
  type OpenFile,
  type PutOptions,
  type Storage,
  type StoredFile,
} from '../../kernel/storage.js'
import { DiskFile } from './disk-file.js'
import { DraftFile } from './draft-file.js'
import { filesBelow, guarded, isAbsent, present, sweep, syncFolder } from './files.js'

/** No key begins with a dot, so no key reaches in here. */
const unfinished = '.unfinished'

/**
 * Storage in a folder of this machine, made where it is missing. What a killed process left unfinished is removed
 * once it is older than a day; until then it may be another process's upload. Throws `StorageUnavailable`.
 */
export async function openDiskStorage(folder: string, now: Date = new Date()): Promise<Storage> {
  await guarded(async () => {
    await mkdir(join(folder, unfinished), { recursive: true, mode: 0o700 })
    await sweep(join(folder, unfinished), later(now, -longestUpload))
  })
  return new DiskStorage(resolve(folder))
}

class DiskStorage implements Storage {
  constructor(private readonly folder: string) {}

  async put(key: string, stream: Readable, options: PutOptions = {}): Promise<StoredFile> {
    options.signal?.throwIfAborted()
    const target = this.path(key)
    // The stream may fail while it is not read, before the copy or after its end: that must not end the process.
    stream.on('error', () => undefined)
    const draft = join(this.folder, unfinished, randomUUID())
    const file = await guarded(() => open(draft, 'wx', 0o600))
    try {
      const stored = await copy(stream, file, options)
      await guarded(() => file.sync())
      await guarded(() => file.close())
      await guarded(() => this.settle(draft, target))
      return stored
    } catch (error) {
      await file.close().catch(() => undefined)
      await rm(draft, { force: true }).catch(() => undefined)
      throw error
    }
  }

  async draft(): Promise<Draft> {
    const path = join(this.folder, unfinished, randomUUID())
    const file = await guarded(() => open(path, 'wx+', 0o600))
    let isSettled = false
    return new DraftFile(file, {
      settle: async (key) => {
        await guarded(() => file.sync())
        await guarded(() => this.settle(path, this.path(key)))
        isSettled = true
      },
      close: async () => {
        if (!isSettled) await rm(path, { force: true }).catch(() => undefined)
      },
    })
  }

  async open(key: string, range?: ByteRange): Promise<OpenFile | undefined> {
    const file = await present(() => open(this.path(key)))
    if (!file) return this.missing()
    try {
      const found = await guarded(() => file.stat())
      if (!found.isFile()) {
        await file.close()
        return undefined
      }
      if (
        range &&
        !(range.start >= 0 && range.start < found.size && range.start <= (range.end ?? Infinity))
      ) {
        throw new RangeNotSatisfiable(found.size)
      }
      return new DiskFile(file, found, range)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async addressOf(): Promise<undefined> {
    return undefined
  }

  async stat(key: string): Promise<{ readonly size: number } | undefined> {
    const found = await present(() => stat(this.path(key)))
    if (!found) return this.missing()
    return found.isFile() ? { size: found.size } : undefined
  }

  async remove(key: string): Promise<void> {
    const target = this.path(key)
    await guarded(() => rm(target, { force: true }))
    await this.pruneAbove(target)
  }

  async *list(folder: string): AsyncGenerator<ListedFile> {
    for await (const path of filesBelow(this.path(folder))) {
      const found = await present(() => stat(path))
      const key = relative(this.folder, path).split(sep).join('/')
      if (found && isStorageKey(key)) yield { key, size: found.size, modifiedAt: found.mtime }
    }
  }

  async removeUnfinished(before: Date): Promise<number> {
    return guarded(() => sweep(join(this.folder, unfinished), before))
  }

  async check(): Promise<void> {
    const probe = join(this.folder, unfinished, randomUUID())
    await guarded(async () => {
      const file = await open(probe, 'wx', 0o600)
      try {
        await file.writeFile('probe')
      } finally {
        await file.close()
        await rm(probe, { force: true })
      }
    })
  }

  /**
   * Throws if a missing file is missing because the storage is: the disk was taken away, or another one is in
   * its place.
   */
  private async missing(): Promise<undefined> {
    await guarded(() => stat(join(this.folder, unfinished)))
  }

  private path(key: string): string {
    if (!isStorageKey(key)) throw new TypeError(`not a storage key: ${JSON.stringify(key)}`)
    return join(this.folder, key)
  }

  /** A removal may prune the folders between our making them and our moving into them: then they are made again. */
  private async settle(draft: string, target: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await rename(draft, target)
        break
      } catch (error) {
        if (!isAbsent(error) || attempt === 50) throw error
      }
    }
    for (const folder of this.foldersAbove(target)) await syncFolder(folder)
    await syncFolder(this.folder)
  }

  /** Removes the folders that a removal has emptied; `rmdir` spares those that are in use. */
  private async pruneAbove(target: string): Promise<void> {
    for (const folder of this.foldersAbove(target)) {
      const pruned = await rmdir(folder).then(
        () => true,
        () => false,
      )
      if (!pruned) return
    }
  }

  /** Folders from the innermost outwards, without the storage's own folder. */
  private foldersAbove(target: string): string[] {
    const folders = []
    for (let folder = dirname(target); folder !== this.folder; folder = dirname(folder)) folders.push(folder)
    return folders
  }
}

async function copy(
  stream: Readable,
  file: FileHandle,
  { limit, signal, check }: PutOptions,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  if (signal) addAbortSignal(signal, stream)
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (limit !== undefined && size > limit) throw new TooLarge(limit)
    check?.()
    hash.update(chunk)
    await guarded(() => file.writeFile(chunk))
  }
  return { size, sha256: hash.digest('hex') }
}
