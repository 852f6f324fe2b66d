import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DatabaseStartError } from '../connection.js'
import { migrationNames } from '../migrate.js'
import { parsed, writeWhole } from './whole-file.js'

/**
 * Release that wrote the database last, and the newest migration that it had applied. Later releases read
 * this too.
 */
const shape = z.object({ release: z.string(), migration: z.string() })

/** Path of the file in the same folder as the database, so that the two are moved and replaced together. */
export const releaseFileIn = (folder: string): string => join(folder, 'release.json')

/** Throws DatabaseStartError where a newer release wrote the database; call before PostgreSQL is started. */
export async function refuseNewer(folder: string, release: string): Promise<void> {
  if (!existsSync(join(folder, 'data'))) return
  const text = await readFile(releaseFileIn(folder), 'utf8').catch(() => '')
  const last = parsed(text, shape)
  if (last === undefined || (await migrationNames()).includes(last.migration)) return
  throw new DatabaseStartError(
    `The database in ${folder} was last used by release ${last.release} (migration ${last.migration}), and this one, ` +
      `release ${release}, is older. Start release ${last.release} or a newer one, or restore a backup from before ` +
      'into another DATA_DIR.',
  )
}

/** Call once all migrations are applied: one that fails is undone, and the former release goes on. */
export async function noteRelease(folder: string, release: string): Promise<void> {
  const migration = (await migrationNames()).at(-1) ?? ''
  const text = `${JSON.stringify({ release, migration })}\n`
  if ((await readFile(releaseFileIn(folder), 'utf8').catch(() => '')) !== text)
    await writeWhole(releaseFileIn(folder), text)
}
