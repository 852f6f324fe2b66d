import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rule } from '@engine/shared/rule'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { oldServer, strictServer } from '../database/fake-servers.js'
import { DatabaseLine } from '../database/line.js'
import { isFull } from '../full-run.js'
import { asRuntime } from '../server.js'
import { setUp, startApi, type ApiProcess } from './api-process.js'
import { temporaryFolder } from '../temporary-folder.js'

const SECRET_KEY = 'a-secret-for-tests-of-32-bytes-or-more'
const servers: Server[] = []
let served: TestDatabase
let empty: TestDatabase
const folder = await temporaryFolder()
let client: Client

beforeAll(async () => {
  served = await createTestDatabase()
  empty = await createTestDatabase({ empty: true })
  client = new Client(empty.connection)
  await client.connect()
})
afterAll(async () => {
  for (const server of servers) server.close()
  await client.end()
  await served.drop()
  await empty.drop()
})

async function listening(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((done) => server.once('listening', done))
  return (server.address() as AddressInfo).port
}

/** The output of a start that fails: one message, and no stack trace. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const api = await startApi(folder, { LOG_LEVEL: 'silent', ...env })
  if (api.child.exitCode === null && api.child.signalCode === null) api.child.kill('SIGKILL')
  expect(await api.ended, api.output()).toBe(1)
  expect(api.output()).not.toMatch(/^\s+at /m)
  return api.output().trim()
}

/** Waits until it is time, or the process has ended by itself, and sends the signal. */
const signalOnce = (signal: NodeJS.Signals, isTime: () => Promise<boolean>) => (child: ChildProcess) => {
  const look = async (): Promise<void> => {
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    while (!hasEnded() && !(await isTime())) await new Promise((next) => setTimeout(next, 5))
    child.kill(signal)
  }
  void look()
}

/** One role for both. */
const alone = { MIGRATION_DATABASE_URL: '' }

const withDatabase = (env: Record<string, string> = {}) => ({
  ...served.env,
  SECRET_KEY,
  ...env,
})

test('a database without a secret key, or with one that is too short', async () => {
  expect(await refusalOf({ DATABASE_URL: served.url })).toContain('SECRET_KEY: is required')
  expect(await refusalOf(withDatabase({ SECRET_KEY: 'short' }))).toContain('SECRET_KEY: needs 32 bytes')
})

rule('§19', 'A start whose SECRET_KEY opens none of what is sealed is refused')
test('a guard that cannot open is closed: a key that opens nothing of what is sealed', async () => {
  const database = await createTestDatabase()
  const started = async (keys: string, use: (api: ApiProcess) => Promise<unknown> = async () => {}) => {
    const api = await startApi(folder, { ...database.env, SECRET_KEY: keys, LOG_LEVEL: 'silent' })
    await use(api)
    api.child.kill('SIGTERM')
    return { code: await api.ended, output: api.output() }
  }
  expect((await started(SECRET_KEY, setUp)).code).toBe(0)
  const own = new Client(database.connection)
  await own.connect()
  await own.query(`UPDATE users SET two_factor_secret = 'sealed'`)
  await own.end()
  const other = 'n'.repeat(40)
  const refused = await started(other)
  expect(refused.code, refused.output).toBe(1)
  expect(refused.output).toContain('SECRET_KEY opens nothing of what is stored sealed: ')
  expect((await started(`${other},${SECRET_KEY}`)).code).toBe(0)
  await database.drop()
})

test('a wrong address among other faults is one fault among all of them', async () => {
  const said = await refusalOf({ STORAGE_URL: 'nonsense', SMTP_URL: 'nonsense', DATABASE_URL: 'nonsense' })
  expect(said).toMatch(/^The configuration is wrong:\n/)
  for (const name of ['STORAGE_URL', 'SMTP_URL', 'DATABASE_URL']) expect(said).toContain(`- ${name}: must be`)
})

test.runIf(isFull)('a wrong password', async () => {
  const DATABASE_URL = `postgresql://me:s3cret@127.0.0.1:${await listening(strictServer)}/engine`
  const said = await refusalOf(withDatabase({ DATABASE_URL, ...alone }))
  expect(said).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:\d+, database engine cannot be used: password auth.* See DATABASE_URL\.$/,
  )
  expect(said).not.toContain('s3cret')
})

test.runIf(isFull)('a PostgreSQL that is too old', async () => {
  const DATABASE_URL = `postgresql://me@127.0.0.1:${await listening(oldServer)}/engine`
  expect(await refusalOf(withDatabase({ DATABASE_URL, ...alone }))).toContain(
    'is version 14.9; the API needs 15',
  )
})

test.runIf(isFull)('a user who may not create the extension', async () => {
  const user = `starter_${randomBytes(4).toString('hex')}`
  await client.query(`CREATE ROLE ${user} LOGIN PASSWORD 'starter'; GRANT ALL ON SCHEMA public TO ${user}`)
  const url = new URL(empty.url)
  url.username = user
  url.password = 'starter'
  expect(await refusalOf(withDatabase({ DATABASE_URL: url.href, ...alone }))).toMatch(
    /extension "pg_trgm".*execute CREATE EXTENSION pg_trgm in this database/s,
  )
  await client.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`)
})

test.runIf(isFull)('a database that a newer release has used', async () => {
  const newer = await createTestDatabase()
  const other = new Client(newer.connection)
  await other.connect()
  await other.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('x', 'x', '99990101000000_of_tomorrow', now(), 1)`,
  )
  await other.end()
  expect(await refusalOf(withDatabase(newer.env))).toMatch(
    /99990101000000_of_tomorrow, which this release does not know: a newer release has used it/,
  )
  await newer.drop()
})

test.runIf(isFull)('a data folder that cannot be written', async () => {
  expect(await refusalOf({ DATA_DIR: '/dev/null/data' })).toMatch(
    /\/dev\/null\/data.*Set DATA_DIR to a folder/,
  )
  expect(await refusalOf(withDatabase({ DATA_DIR: '/dev/null/data' }))).toMatch(
    /^Files cannot be stored in \/dev\/null\/data\/files: /,
  )
})

test.runIf(isFull)('a storage that cannot be reached', async () => {
  const STORAGE_URL = 's3://key:s3cret@files?endpoint=http://127.0.0.1:1'
  const said = await refusalOf(withDatabase({ STORAGE_URL }))
  expect(said).toMatch(/^Files cannot be stored in s3:\/\/files\?.*ECONNREFUSED/m)
  expect(said).not.toContain('s3cret')
})

test.runIf(isFull)(
  'a port that is in use, and an address that is not of this machine, before anything is migrated',
  async () => {
    const PORT = String(await listening(() => undefined))
    const env = { ...empty.env, SECRET_KEY, LOG_LEVEL: 'debug' }
    const wrong = 'The configuration is wrong:\n  - '
    expect(await refusalOf({ ...env, PORT })).toBe(
      `${wrong}PORT: 127.0.0.1:${PORT} is already in use: stop the other program, or choose another port`,
    )
    expect(await refusalOf({ ...env, HOST: '192.0.2.1' })).toMatch(
      /^The configuration is wrong:\n  - HOST: 192\.0\.2\.1:\d+ is no address of this machine$/,
    )
    const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS migrations`)
    expect(rows).toEqual([{ migrations: null }])
  },
)

test.runIf(isFull).each([
  [3_600_000, /is 3\d\d\d seconds ahead of the database's/],
  [-3_600_000, /is 3\d\d\d seconds behind the database's/],
])('a time that is off by %i milliseconds is a warning, and the platform serves', async (shift, warning) => {
  const api = await startApi(
    folder,
    withDatabase({
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('shift-clock.mjs', import.meta.url))}`,
      TEST_CLOCK_SHIFT: String(shift),
    }),
  )
  expect(api.output()).toMatch(warning)
  expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
  api.child.kill('SIGKILL')
  await api.ended
})

test.runIf(isFull)(
  'a database that is not there yet is named at once, without its password, and waited for',
  async () => {
    const line = await DatabaseLine.to(served.url)
    await line.cut()
    const { host, pathname } = new URL(line.url)
    const waiting = `Waiting for PostgreSQL at ${host}${pathname}`
    const told: unknown[] = []
    const api = await startApi(
      folder,
      withDatabase({ DATABASE_URL: asRuntime(line.url), MIGRATION_DATABASE_URL: line.url }),
      (child) => {
        child.on('message', (message: { text?: string }) => {
          told.push(message)
          if (message.text === waiting) void line.mend()
        })
      },
    )
    expect(told.slice(0, 1)).toEqual([{ type: 'progress', text: waiting }])
    expect(api.output()).toContain(`"msg":"${waiting}"`)
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
    api.child.kill('SIGKILL')
    await api.ended
    await line.cut()
  },
)

// It is waited for, since a server is often started at the same moment as the API.
test.runIf(isFull)('a database that is not there', async () => {
  const said = await refusalOf(
    withDatabase({ DATABASE_URL: 'postgresql://me:s3cret@127.0.0.1:1/engine', ...alone }),
  )
  expect(said).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:1, database engine cannot be used: .*ECONNREFUSED.* See DATABASE_URL\.$/,
  )
  expect(said).not.toContain('s3cret')
})

test.runIf(isFull)(
  'killed at any moment while it brings a database up to date, the next start goes on',
  async () => {
    const migrated = await createTestDatabase({ empty: true })
    const looker = new Client(migrated.connection)
    await looker.connect()
    const applied = async (): Promise<number> => {
      const { rows } = await looker
        .query<{ count: number }>(
          'SELECT count(*)::int AS count FROM _prisma_migrations WHERE finished_at IS NOT NULL',
        )
        .catch(() => ({ rows: [] }))
      return rows[0]?.count ?? 0
    }
    const env = withDatabase(migrated.env)
    for (const until of [0, 2, 6]) {
      const killed = await startApi(
        folder,
        { ...env, LOG_LEVEL: 'silent' },
        signalOnce('SIGKILL', async () => (await applied()) > until),
      )
      await killed.ended
    }
    const api = await startApi(folder, env)
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
    const { rows } = await looker.query('SELECT 1 FROM _prisma_migrations WHERE finished_at IS NULL')
    expect(rows).toEqual([])
    api.child.kill('SIGKILL')
    await api.ended
    await looker.end()
    await migrated.drop()
  },
)

test.each(isFull ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
  '%s while it starts ends it, and the PostgreSQL that it has started',
  async (signal) => {
    const own = await temporaryFolder()
    const running = () =>
      readFile(join(own, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => undefined)
    const api = await startApi(
      own,
      { LOG_LEVEL: 'silent' },
      signalOnce(signal, async () => (await running()) !== undefined),
    )
    expect(await api.ended, api.output()).toBe(0)
    await expect.poll(running).toBeUndefined()
  },
)
