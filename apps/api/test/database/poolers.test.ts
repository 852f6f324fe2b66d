import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { rule } from '@engine/shared/rule'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../../../scripts/lib/find.mjs'
import { systemClock } from '../../src/kernel/clock.js'
import { connected } from '../../src/adapters/database/connection.js'
import { migrationNames } from '../../src/adapters/database/migrate.js'
import { openDatabase, type Database, type OpenOptions } from '../../src/adapters/database/open.js'
import { noticePooler } from '../../src/adapters/database/poolers.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { onFinished } from '../on-finished.js'
import { spokenLog } from '../recorded-log.js'
import { sharingServer } from './fake-servers.js'
import { startPgbouncer } from './pgbouncer.js'
import { startPgpool } from './pgpool.js'

/** Paths of the poolers, also where Debian installs them; undefined if they are not installed. */
const pgbouncer = findProgram('pgbouncer') ?? findProgram('/usr/sbin/pgbouncer')
const pgpool = findProgram('pgpool') ?? findProgram('/usr/sbin/pgpool')

let served: TestDatabase
let database: Database | undefined

beforeAll(async () => {
  served = await createTestDatabase()
})
afterEach(async () => {
  await database?.close()
  database = undefined
})
afterAll(() => served.drop())

const addresses = () => [served.env.MIGRATION_DATABASE_URL, served.env.DATABASE_URL]

/** Opens the database through PgBouncer set by these lines; answers what was logged, as one text. */
async function opened(lines: readonly string[], options: Partial<OpenOptions> = {}): Promise<string> {
  return openedThrough(await startPgbouncer(pgbouncer ?? '', addresses(), lines), options)
}

async function openedThrough(
  through: (address: string) => string,
  options: Partial<OpenOptions> = {},
): Promise<string> {
  const [owner = '', runtime = ''] = addresses().map(through)
  const { log, lines: logged } = spokenLog()
  database = await openDatabase({
    databaseUrl: runtime,
    migrationDatabaseUrl: owner,
    dataDir: '',
    log,
    clock: systemClock,
    ...options,
  })
  return logged.join('\n')
}

/** The same question by several requests at once, often enough to be prepared. */
async function asked(): Promise<void> {
  for (let n = 0; n < 12; n++) {
    const all = Array.from({ length: 6 }, () =>
      database?.prisma.$transaction(async (tx) => tx.user.findUnique({ where: { id: `user-${n}` } })),
    )
    expect(await Promise.all(all)).toEqual(all.map(() => null))
  }
}

const settingOf = async (name: string): Promise<string | undefined> => {
  const rows = await database?.prisma.$queryRawUnsafe<{ value: string }[]>(
    `SELECT current_setting('${name}') AS value`,
  )
  return rows?.[0]?.value
}

async function listening(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe.runIf(pgbouncer)('PgBouncer as it is installed', () => {
  test('a pooler in session mode: starts, prepares statements, and bounds them', async () => {
    expect(await opened(['pool_mode = session'])).toBe('')
    await asked()
    expect(await settingOf('statement_timeout')).toBe('15s')
    expect(await settingOf('TimeZone')).toBe('UTC')
  })

  test('a pooler in transaction mode: is noticed, and every request is answered', async () => {
    const said = await opened(['pool_mode = transaction', 'default_pool_size = 5'])
    await asked()
    expect(said).toContain('prepared statements are off')
    expect(said).toContain('SET statement_timeout')
    expect(await settingOf('TimeZone')).toBe('UTC')
  })

  test('a pooler in transaction mode that takes its connections in turns: is noticed as well', async () => {
    expect(await opened(['pool_mode = transaction', 'server_round_robin = 1'])).toContain(
      'prepared statements are off',
    )
    await asked()
  })

  test('a pooler in transaction mode: an operator who insists is told what it takes', async () => {
    const said = await opened(['pool_mode = transaction'], { preparesStatements: true })
    expect(said).toContain('DATABASE_PREPARED_STATEMENTS=on')
  })

  test('a pooler in transaction mode: migrations leave no lock behind', async () => {
    const empty = await createTestDatabase({ empty: true })
    const through = await startPgbouncer(pgbouncer ?? '', [empty.url], ['pool_mode = transaction'])
    const { log } = spokenLog()
    database = await openDatabase({ databaseUrl: through(empty.url), dataDir: '', log })
    const left = await connected(empty.connection, async (client) => {
      const { rows } = await client.query<{ locks: number; applied: number }>(
        `SELECT (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS locks,
          (SELECT count(*)::int FROM _prisma_migrations) AS applied`,
      )
      return rows[0]
    })
    expect(left).toEqual({ locks: 0, applied: (await migrationNames()).length })
    await database.close()
    database = undefined
    await empty.drop()
  })

  test('a search path in the address, which it does not pass on: the refusal says where it goes', async () => {
    const through = await startPgbouncer(pgbouncer ?? '', addresses())
    const { log } = spokenLog()
    const databaseUrl = `${through(served.url)}?options=${encodeURIComponent('-c search_path=other')}`
    await expect(openDatabase({ databaseUrl, dataDir: '', log })).rejects.toThrow(
      /unsupported startup parameter.* ALTER ROLE .* SET search_path/s,
    )
  })
})

test.runIf(pgpool)('Pgpool-II, which keeps a connection for each session, changes nothing', async () => {
  expect(await openedThrough(await startPgpool(pgpool ?? '', addresses()))).toBe('')
  await asked()
  expect(await settingOf('statement_timeout')).toBe('15s')
  expect(await settingOf('TimeZone')).toBe('UTC')
})

rule(
  '§19 postgresql',
  'Prepared statements behind a transaction pooler are noticed and turned off with a line',
)
test('a pooler that gives each transaction another connection: nothing is to stay with one', async () => {
  const port = await listening(sharingServer)
  const connection = { connectionString: `postgresql://me@127.0.0.1:${port}/engine` }
  const { log, lines } = spokenLog()
  expect(await noticePooler(connection, { log })).toEqual({
    preparesStatements: false,
    bindsConnections: false,
  })
  expect(lines).toEqual([
    expect.stringContaining('prepared statements are off'),
    expect.stringContaining(`ALTER ROLE "me" SET statement_timeout = '15s'`),
  ])
})

rule('§19 postgresql', 'Start-up parameters are only those that poolers know')
test('what a connection starts with: is what poolers know', async () => {
  const { searchParams, hostname, port: realPort } = new URL(served.url)
  const folder = searchParams.get('host')
  const started: string[][] = []
  const port = await listening((socket) => {
    socket.once('data', (data) => started.push(data.subarray(8).toString().split('\0')))
    const real = folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(realPort), hostname)
    socket
      .on('error', () => real.destroy())
      .pipe(real)
      .on('error', () => socket.destroy())
      .pipe(socket)
  })
  const [owner = '', runtime = ''] = addresses().map((address) => {
    const url = new URL(address)
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${port}`
    return url.href
  })
  const { log } = spokenLog()
  const options = { databaseUrl: runtime, migrationDatabaseUrl: owner, dataDir: '', log, clock: systemClock }
  database = await openDatabase(options)
  await asked()
  expect(await database.ping()).toBe(true)
  const names = started.flatMap((words) => words.filter((word, index) => index % 2 === 0 && word !== ''))
  const known = ['user', 'database', 'application_name', 'client_encoding', 'TimeZone', 'DateStyle']
  expect(names.filter((name) => !known.includes(name))).toEqual([])
  for (const words of started) expect(words.join()).toContain('TimeZone,UTC,DateStyle,ISO')
})

test('without a pooler nothing is told', async () => {
  const { log, lines } = spokenLog()
  database = await openDatabase({
    databaseUrl: served.env.DATABASE_URL,
    migrationDatabaseUrl: served.env.MIGRATION_DATABASE_URL,
    dataDir: '',
    log,
  })
  expect(lines).toEqual([])
})
