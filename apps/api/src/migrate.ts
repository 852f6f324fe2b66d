import { prepareDatabase } from './adapters/database/open.js'
import { createLog } from './adapters/logs/logger.js'
import { progressTo } from './announce.js'
import { readConfig } from './config.js'
import { lastWords, OperatorFault } from './kernel/operator-fault.js'
import { release } from './release.js'

/**
 * Migrates the database of `DATABASE_URL` and ends, so that the processes that serve need no password of its owner. It
 * waits for the database, and for another start that migrates at the same time.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined)
    throw new OperatorFault(
      'DATABASE_URL is unset: the embedded database is migrated by the start of the API',
    )
  const log = createLog(config.logLevel)
  const database = await prepareDatabase({ ...config, log, onProgress: progressTo(log), release })
  await database.stop()
  log.info({ release }, 'the database is migrated')
}

main().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exit(1)
})
