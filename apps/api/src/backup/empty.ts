import type { Client } from 'pg'
import { BackupFault } from './fault.js'

/** Throws `BackupFault` with this sentence when the database holds a platform that is in use already. */
export async function demandEmpty(client: Client, otherwise: string): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>('SELECT EXISTS (SELECT FROM users) AS used')
  if (rows[0]?.used) throw new BackupFault(otherwise)
}
