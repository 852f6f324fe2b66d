import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { OperatorFault } from '../kernel/operator-fault.js'

/** The reason why a backup cannot be made or restored, as a sentence for the operator. */
export class BackupFault extends OperatorFault {
  override readonly name = 'BackupFault'
}

/**
 * A backup is a folder: `manifest.json`, `database/<table>.copy` in PostgreSQL's text form, `files/<key>` with all stored
 * files, and `secret.key` where the platform keeps its key in a file.
 */
export const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).readonly(),
      /** Checksum of its rows in the folder; older backups lack it. */
      sha256: z.string().optional(),
    }),
  ),
  files: z.array(z.object({ key: z.string(), size: z.number(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof manifestShape>

export const manifestIn = (folder: string): string => join(folder, 'manifest.json')
export const rowsIn = (folder: string, table: string): string => join(folder, 'database', `${table}.copy`)
/** The folder of files, in the form of a platform without a bucket. */
export const filesIn = (folder: string): string => join(folder, 'files')
export const fileIn = (folder: string, key: string): string => join(filesIn(folder), ...key.split('/'))
export const keyIn = (folder: string): string => join(folder, 'secret.key')

/** Throws `BackupFault` when it is no backup of ours. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestIn(folder), 'utf8').catch(() => undefined)
  if (text === undefined) throw new BackupFault(`${folder} is no backup: it has no manifest.json.`)
  try {
    return manifestShape.parse(JSON.parse(text))
  } catch {
    throw new BackupFault(`${manifestIn(folder)} cannot be read: it is damaged, or a newer release made it.`)
  }
}
