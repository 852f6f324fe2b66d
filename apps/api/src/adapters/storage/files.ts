import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnavailable } from '../../kernel/storage.js'
import { days } from '../../kernel/clock.js'

/** Runs work on the file system; whatever the system refuses means that the storage is unavailable. */
export async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw errorCode(error) === undefined ? error : new StorageUnavailable(error)
  }
}

/** `ENOSPC` and the like; undefined for errors that do not come from the system (`ERR_…`, `ABORT_ERR`). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : undefined
}

/**
 * Writes a folder's list of names to disk, so that a rename survives a power cut. Windows has no such call, and a
 * folder that was removed meanwhile has nothing to keep.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
  if (!handle) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes the files of a folder that nobody has written to for a day. */
export async function sweep(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < now.getTime() - days(1)) await rm(path, { recursive: true, force: true })
  }
}
