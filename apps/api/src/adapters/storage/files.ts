import { open, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnavailable } from '../../kernel/storage.js'

/** Runs work on the file system; whatever the system refuses means that the storage is unavailable. */
export async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw errorCode(error) === undefined ? error : new StorageUnavailable(error)
  }
}

/** `ENOSPC` and the like; undefined for errors that do not come from the system (`ERR_…`, `ABORT_ERR`). */
function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : undefined
}

/**
 * Tells whether an error means that there is nothing of that name. ENOTDIR is a file where a folder should
 * be, and what Node's `mkdir` says of a folder that disappears while it looks at it.
 */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')
}

/** Writes the names of a folder to disk, so that a rename survives a power cut; Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  // A folder that was removed meanwhile has nothing to keep.
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

/** The answer of the file system, or undefined where there is nothing of that name. */
export function present<Found>(look: () => Promise<Found>): Promise<Found | undefined> {
  return guarded(() =>
    look().catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw error
    }),
  )
}

/** The paths of all files in a folder and the folders in it, of which no more than a few are open at once. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  const opened = await present(() => opendir(folder))
  if (!opened) return
  try {
    for (;;) {
      const entry = await present(() => opened.read())
      if (!entry) return
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* filesBelow(path)
      else if (entry.isFile()) yield path
    }
  } finally {
    await opened.close()
  }
}

/** Removes the files of a folder that were not written to since `before`; returns how many. */
export async function sweep(folder: string, before: Date): Promise<number> {
  let removed = 0
  for await (const path of filesBelow(folder)) {
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtime >= before) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}
