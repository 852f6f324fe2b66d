import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')
const cache = join(root, '.cache/test-database')

/** Files that decide the contents of a migrated database. */
const sources = [
  'prisma/migrations',
  'apps/api/src/adapters/database',
  'apps/api/test/global-setup.ts',
  'apps/api/test/server.ts',
  'package-lock.json',
]

/**
 * Fills an empty folder with a copy of the data that `fill` makes in another one, unless a former run has made the same.
 * The kept folder is complete or absent, also where two runs make it at once or one of them is killed.
 */
export async function copyKeptData(to: string, fill: (empty: string) => Promise<void>): Promise<void> {
  const key = await keyOf(sources)
  const kept = join(cache, key)
  if (!existsSync(kept)) await keep(kept, fill)
  await copy(kept, to)
}

/** The data is made where an account of its own reaches it; the cache may lie in a folder that is closed to others. */
async function keep(kept: string, fill: (empty: string) => Promise<void>): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), 'engine-test-'))
  await fill(made)
  await mkdir(cache, { recursive: true })
  const copied = await mkdtemp(`${kept}-`)
  await copy(made, copied)
  await rm(made, { recursive: true, force: true })
  await rename(copied, kept).catch(async (error: unknown) => {
    if (!existsSync(kept)) throw error
    await rm(copied, { recursive: true, force: true })
  })
  await discardFormer(basename(kept))
}

/** Copies with the owners of files, which Node.js's own copy changes: started by root, PostgreSQL runs as another user. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-pR', `${from}/.`, to])
}

async function discardFormer(key: string): Promise<void> {
  for (const name of await readdir(cache))
    if (!name.startsWith(key) && !name.includes('-'))
      await rm(join(cache, name), { recursive: true, force: true })
}

async function keyOf(places: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`)
  for (const file of (await Promise.all(places.map((place) => filesOf(join(root, place))))).flat()) {
    hash.update(`\n${relative(root, file)}\n`).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** The files at a place, in a constant order. */
async function filesOf(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (entries === undefined) return [place]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
