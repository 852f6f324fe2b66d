import { randomBytes } from 'node:crypto'
import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected } from '../../src/adapters/database/connection.js'
import { openDatabase, type Database } from '../../src/adapters/database/open.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { spokenLog } from '../recorded-log.js'

let served: TestDatabase
let database: Database
const { log, lines } = spokenLog()
const moment = new Date('2026-06-01T00:00:00.000Z')
const skipped = new Date('2026-03-29T02:30:00.000Z')

beforeAll(async () => {
  served = await createTestDatabase()
  await connected(served.connection, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET TimeZone = 'Europe/Berlin'`)
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET DateStyle = 'German'`)
  })
  database = await openDatabase({ databaseUrl: served.url, dataDir: '', log })
})
afterAll(async () => {
  await database.close()
  await served.drop()
})

rule('§19 postgresql', 'Every connection is UTC and ISO')
test('a server of another time zone: what one connection writes the other reads as it is', async () => {
  const tokenHash = randomBytes(8).toString('hex')
  await database.prisma.setupToken.create({ data: { id: 1, tokenHash, expiresAt: moment } })
  const { rows } = await connected(database.connection, (client) =>
    client.query<{ at: number; text: string }>(
      `SELECT extract(epoch FROM expires_at)::float AS at, expires_at::text AS text FROM setup_tokens`,
    ),
  )
  expect(rows).toEqual([{ at: moment.getTime() / 1000, text: '2026-06-01 00:00:00+00' }])

  await connected(database.connection, (client) =>
    client.query('UPDATE setup_tokens SET expires_at = to_timestamp($1)', [skipped.getTime() / 1000]),
  )
  expect(await database.prisma.setupToken.findFirst()).toMatchObject({ expiresAt: skipped })
})

test('a server of another time zone: its clock is not taken for another one', () => {
  expect(lines.filter((line) => line.includes('the time of this machine'))).toEqual([])
})
