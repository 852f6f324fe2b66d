import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningPostgres } from '../adapters/database/embedded.js'
import { reachDatabase, type Reached } from '../adapters/database/open.js'
import type { Client } from 'pg'
import type { Config } from '../config.js'
import type { Log } from '../kernel/log.js'
import { release } from '../release.js'
import { BackupFault } from './format.js'

/** Reaches the database of a platform; an embedded one may serve the platform meanwhile. Throws where there is no platform. */
export async function reachRunning(
  config: Config,
  log: Log,
  say: (text: string) => void,
): Promise<Pick<Reached, 'owner' | 'stop'>> {
  if (config.databaseUrl === undefined) demandData(config)
  const running = config.databaseUrl === undefined ? await findRunningPostgres(config.dataDir) : undefined
  if (running) return { owner: running, stop: async () => {} }
  return reachDatabase({ ...config, log, onProgress: say, release })
}

/** Throws where there is no embedded database of a platform. */
export function demandData({ dataDir }: Config): void {
  if (existsSync(join(dataDir, 'postgres'))) return
  throw new BackupFault(`There is no platform in ${dataDir}. See DATA_DIR.`)
}

/** Throws `BackupFault` with this sentence when the database holds a platform that is in use already. */
export async function demandEmpty(client: Client, otherwise: string): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>('SELECT EXISTS (SELECT FROM users) AS used')
  if (rows[0]?.used) throw new BackupFault(otherwise)
}
