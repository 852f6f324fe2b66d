// An API process in small, to be killed: forked with the folder of the compiled database parts, the data folder, and
// `write` if it is to write for ever. It tells its parent what happens.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [parts, dataDir, task] = process.argv.slice(2)
const { startEmbeddedPostgres } = await import(
  pathToFileURL(join(parts, 'adapters/database/embedded.js')).href
)
const nothing = () => {}
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => log }

try {
  const onProgress = (text) => process.send({ progress: text })
  const postgres = await startEmbeddedPostgres({ dataDir, log, onProgress })
  process.on('disconnect', () => postgres.stop().finally(() => process.exit()))
  process.send({ ready: postgres.connection })
  if (task === 'write') await write(postgres.connection)
} catch (error) {
  if (process.connected) process.send({ refused: error.message }, () => process.exit(1))
}

/** Acknowledges each row only after the database did. */
async function write(connection) {
  const { Client } = await import('pg')
  const client = new Client(connection)
  client.on('error', nothing)
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS rows (id serial PRIMARY KEY, filler text)')
  for (;;) {
    const { rows } = await client.query(`INSERT INTO rows (filler) VALUES (repeat('x', 2000)) RETURNING id`)
    process.send({ written: rows[0].id })
  }
}
