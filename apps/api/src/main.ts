import cluster from 'node:cluster'
import { startFault } from './adapters/database/served.js'
import { createLog } from './adapters/logs/logger.js'
import { progressTo } from './announce.js'
import { readConfig } from './config.js'
import { lastWords } from './kernel/operator-fault.js'
import { openInfrastructure } from './infrastructure.js'
import { demandPort } from './listening.js'
import { startProcesses } from './processes.js'
import { serve } from './serve.js'
import { endAtOnce } from './stopping.js'
import { joinProcesses } from './worker.js'

/** The process: read the configuration, build, listen, and on the way out drain; or start several that do. */
async function main(): Promise<void> {
  endAtOnce()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  if (cluster.isPrimary) await demandPort(config)
  if (cluster.isPrimary && config.processes > 1) return startProcesses(config, log)
  const among = cluster.isPrimary ? undefined : await joinProcesses()
  const infrastructure = await openInfrastructure(config, log, progressTo(log), among)
  try {
    await serve(infrastructure, among?.isFirst ?? true)
  } catch (error) {
    await infrastructure.close()
    throw startFault(error, config.databaseUrl)
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exit(1)
})
