import { join, resolve } from 'node:path'
import { reachDatabase } from '../adapters/database/open.js'
import { waitForServer } from '../adapters/database/served.js'
import { createLog } from '../adapters/logs/logger.js'
import { openStorage } from '../adapters/storage/open.js'
import { readConfig, type Config } from '../config.js'
import { lastWords } from '../kernel/operator-fault.js'
import { release } from '../release.js'
import { backUp } from './back-up.js'
import { BackupFault, type Manifest } from './format.js'
import { moveDatabase } from './move.js'
import { demandData, reachRunning } from './reach.js'
import { restore } from './restore.js'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const log = createLog('warn')

/** `backup FOLDER`, `restore FOLDER`, or `move URL`, with the variables that the platform itself is started with. */
async function main([command, where]: readonly (string | undefined)[]): Promise<void> {
  if (!where) throw new BackupFault(`Say where: npm run ${usage[command ?? ''] ?? usage['backup']}`)
  // What a move moves from is the embedded database, whatever the platform is to use from then on.
  const config = readConfig(command === 'move' ? { ...process.env, ...ofNoServer } : process.env)
  switch (command) {
    case 'backup':
      return toFolder(config, resolve(where))
    case 'restore':
      return fromFolder(config, resolve(where))
    case 'move':
      return toServer(config, where)
  }
}

const ofNoServer = {
  DATABASE_URL: undefined,
  DATABASE_URL_FILE: undefined,
  MIGRATION_DATABASE_URL: undefined,
  MIGRATION_DATABASE_URL_FILE: undefined,
}

const usage: Readonly<Record<string, string>> = {
  backup: 'backup -- FOLDER',
  restore: 'restore -- FOLDER',
  move: 'db:move -- postgresql://user:password@host/database',
}

async function toFolder(config: Config, folder: string): Promise<void> {
  const { owner: connection, stop } = await reachRunning(config, log, say)
  try {
    const storage = await openStorage(config)
    say(
      `Backed up ${totals(await backUp({ connection, storage, keyFile: keyFileOf(config) }, folder, say))} to ${folder}`,
    )
  } finally {
    await stop()
  }
}

async function fromFolder(config: Config, folder: string): Promise<void> {
  const { owner: connection, stop } = await reachDatabase({ ...config, log, onProgress: say, release })
  try {
    const storage = await openStorage(config)
    const target = { connection, storage, keyFile: keyFileOf(config), log }
    say(`Brought back ${totals(await restore(target, folder, say))} from ${folder}`)
  } finally {
    await stop()
  }
}

async function toServer(config: Config, databaseUrl: string): Promise<void> {
  demandData(config)
  const to = await waitForServer({ databaseUrl, onProgress: say })
  const { owner, stop } = await reachDatabase({ ...config, log, onProgress: say, release })
  try {
    await moveDatabase(owner, to, log, say)
  } finally {
    await stop()
  }
  say(
    'The database is moved. Start the platform with DATABASE_URL set to it, and with SECRET_KEY set to what',
  )
  say(`${keyFileOf(config) ?? 'SECRET_KEY'} fits. The stored files stay where they are.`)
}

/** The platform makes the file where no key is configured. */
function keyFileOf({ dataDir, secretKey }: Config): string | undefined {
  return secretKey === undefined ? join(dataDir, 'secret.key') : undefined
}

function totals({ tables, files }: Manifest): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return `${tables.length} tables and ${files.length} files of ${bytes.toLocaleString('en')} bytes`
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exitCode = 1
})
