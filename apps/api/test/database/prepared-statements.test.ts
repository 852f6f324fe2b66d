import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/adapters/database/open.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'

let served: TestDatabase
let database: Database

beforeAll(async () => {
  served = await createTestDatabase()
})
afterEach(() => database.close())
afterAll(() => served.drop())

/** One connection, so that all is asked on the same. */
async function open(preparesStatements?: boolean): Promise<void> {
  const given = preparesStatements === undefined ? {} : { preparesStatements }
  database = await openDatabase({
    databaseUrl: served.url,
    dataDir: '',
    log: silentLog,
    poolSize: 1,
    ...given,
  })
}

const find = (id: string) => database.prisma.user.findUnique({ where: { id } })
const findLike = (part: string) => database.prisma.user.findMany({ where: { username: { contains: part } } })

async function askOften(): Promise<void> {
  for (let n = 0; n < 10; n++) {
    expect(await find(`user-${n}`)).toBeNull()
    expect(await findLike(`part ${n}`)).toEqual([])
  }
}

/** The prepared statements on the connection of the pool. */
async function prepared(): Promise<string[]> {
  const rows = await database.prisma.$queryRaw<{ statement: string }[]>`
    SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%users%'`
  return rows.map(({ statement }) => statement)
}

test('a frequent query becomes a prepared statement, a search, whose plan depends on its input, does not', async () => {
  await open()
  await askOften()
  const statements = await prepared()
  expect(statements).toHaveLength(1)
  expect(statements[0]).toMatch(/"t0"\."id" = \$1/)
})

test('nothing is prepared where a pooler does not allow it', async () => {
  await open(false)
  await askOften()
  expect(await prepared()).toEqual([])
})

test('a prepared statement still answers when another release changes its table, and on a new connection', async () => {
  await open()
  await askOften()
  await database.prisma.$executeRaw`ALTER TABLE users ADD COLUMN of_another_release TEXT NOT NULL DEFAULT ''`
  await askOften()
  await database.prisma.$executeRaw`ALTER TABLE users DROP COLUMN of_another_release`
  await askOften()
  await database.prisma.$queryRaw`SELECT 1 FROM pg_terminate_backend(pg_backend_pid())`.catch(() => {})
  await expect.poll(() => find('user-1').catch(() => 'away')).toBeNull()
  await askOften()
})
