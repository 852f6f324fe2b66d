import { connected, type ConnectionSettings } from '../adapters/database/connection.js'
import { createLog } from '../adapters/logs/logger.js'
import { loadSecret } from '../adapters/secrets/keys.js'
import { openStorage } from '../adapters/storage/open.js'
import { reachRunning } from '../backup/reach.js'
import { readConfig } from '../config.js'
import { lastWords } from '../kernel/operator-fault.js'
import type { Keyring } from '../kernel/signing.js'
import { acceptKey } from './require-key.js'
import { rotate } from './rotate.js'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const log = createLog('warn')

/** Rotates the keys, with the variables that the platform itself is started with. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { owner: connection, stop } = await reachRunning(config, log, say)
  try {
    const keyring = await loadSecret(config)
    const storage = await openStorage(config)
    if (process.argv.includes('--lost')) {
      await acceptLost(connection, keyring)
      say('The newest key is accepted: starts no longer ask for the one that is lost.')
    }
    const { resealed, current, unreadable } = await rotate({ connection, storage, keyring }, say)
    say(`${resealed} resealed with the newest key, ${current} were already.`)
    if (unreadable.length === 0) return say('No older key is needed any longer.')
    process.exitCode = 1
    say(`${unreadable.length} open with no key that is configured:`)
    unreadable.forEach(say)
  } finally {
    await stop()
  }
}

const acceptLost = (connection: ConnectionSettings, keyring: Keyring): Promise<void> =>
  connected(connection, (client) =>
    acceptKey({ query: async (text, values = []) => (await client.query(text, [...values])).rows, keyring }),
  )

await main().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exitCode = 1
})
