// A small API process, to be killed: forked with the folder of the compiled database parts, the data folder, and
// `write` if it is to write for ever. It tells its parent what happens.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [parts, dataDir, task] = process.argv.slice(2)
const { startEmbeddedPostgres } = await import(
  pathToFileURL(join(parts, 'adapters/database/embedded.js')).href
)
const nothing = () => {}
/** The parent process may be gone. */
const tell = (message) => process.connected && process.send(message, nothing)
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => log }

try {
  const onProgress = (text) => tell({ progress: text })
  const postgres = await startEmbeddedPostgres({ dataDir, log, onProgress })
  process.on('disconnect', () => postgres.stop().finally(() => process.exit()))
  tell({ ready: postgres.connection })
  if (task === 'write') await write(postgres.connection)
} catch (error) {
  tell({ refused: error.message })
  process.exitCode = 1
  if (process.connected) process.disconnect()
}

/** Acknowledges each row only after the database did. */
async function write(connection) {
  const { Client } = await import('pg')
  const client = new Client(connection)
  client.on('error', nothing)
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS rows (id serial PRIMARY KEY, filler text)')
  while (process.connected) {
    const { rows } = await client.query(`INSERT INTO rows (filler) VALUES (repeat('x', 2000)) RETURNING id`)
    tell({ written: rows[0].id })
  }
}
