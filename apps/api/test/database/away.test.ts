import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unavailability } from '../../src/adapters/database/failures.js'
import { openDatabase, type Database } from '../../src/adapters/database/open.js'
import { createPrisma } from '../../src/adapters/database/prisma.js'
import type { PrismaClient } from '../../src/generated/prisma/client.js'
import { DomainError } from '../../src/kernel/errors.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'
import { anonymousContext } from '../anonymous-context.js'
import { stoppingServer } from './fake-servers.js'
import { DatabaseLine } from './line.js'
import { isFull } from '../full-run.js'

const ctx = anonymousContext()

let served: TestDatabase
let line: DatabaseLine

beforeEach(async () => {
  served = await createTestDatabase()
  line = await DatabaseLine.to(served.url)
})
afterEach(async () => {
  await line.cut()
  await served.drop()
})

/** The message that callers receive when work fails. */
const messageOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) =>
      error instanceof DomainError && error.failure.kind === 'unavailable' ? error.failure.message : error,
  )

describe('a database', () => {
  let database: Database
  beforeEach(async () => {
    database = await openDatabase({ databaseUrl: line.url, dataDir: '', log: silentLog })
  })
  afterEach(() => database.close())

  const read = () => database.prismaOf(ctx).user.count()
  const readRaw = () => database.prismaOf(ctx).$queryRaw`SELECT 1`
  const write = () => database.transactions.run(ctx, (tx) => database.prismaOf(tx).user.count())

  test('that cannot be reached makes everything unavailable, and serves again once it is back', async () => {
    expect(await read()).toBe(0)
    await line.cut()
    for (const work of [read, readRaw, write, read])
      expect(await messageOf(work())).toBe('The database is unavailable')
    expect(await database.ping()).toBe(false)
    await line.mend()
    expect([await read(), await write(), await database.ping()]).toEqual([0, 0, true])
  })

  test('that goes in the middle of a transaction makes it unavailable, and nothing of it is done', async () => {
    const half = database.transactions.run(ctx, async (tx) => {
      const { jobLease } = database.prismaOf(tx)
      await jobLease.create({ data: { task: 'half', dueAt: new Date() } })
      await line.cut()
      return jobLease.count()
    })
    expect(await messageOf(half)).toBe('The database is unavailable')
    await line.mend()
    expect(await database.prismaOf(ctx).jobLease.count()).toBe(0)
  })

  test.each([
    ['53100', 'The database has no space left'],
    ['53200', 'The database has no memory left'],
    ['53300', 'The database accepts no further connections'],
    ['57P01', 'The database is unavailable'],
    ['57014', 'The database is unavailable'],
    ['25006', 'The database is unavailable'],
  ])('that fails with %s says: %s', async (state, message) => {
    const fail = `DO $$ BEGIN RAISE EXCEPTION 'it fails' USING ERRCODE = '${state}'; END $$`
    expect(await messageOf(database.prismaOf(ctx).$executeRawUnsafe(fail))).toBe(message)
    const inTransaction = database.transactions.run(ctx, (tx) =>
      database.prismaOf(tx).$executeRawUnsafe(fail),
    )
    expect(await messageOf(inTransaction)).toBe(message)
  })

  test('is not at fault for what is wrong with a statement', async () => {
    const wrong = database.prismaOf(ctx).$executeRawUnsafe('SELECT 1 / 0')
    await expect(wrong).rejects.toThrow('division by zero')
    expect(await wrong.catch(unavailability)).toBeUndefined()
    const broken = () => database.prismaOf(ctx).$executeRaw`INSERT INTO job_leases VALUES ('a', now())`
    await broken()
    const violation = await broken().catch((error: unknown) => error)
    expect(database.violatedConstraint(violation)).toBe('job_leases_pkey')
  })
})

test.each<[string, (prisma: PrismaClient) => Promise<unknown>]>([
  ['a statement', (prisma) => prisma.user.count()],
  ['a transaction', (prisma) => prisma.$transaction((tx) => tx.user.count())],
])('a server that stops in the moment it lets %s in fails that alone, not the process', async (_, work) => {
  const server = createServer(stoppingServer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connectionString = `postgresql://me@127.0.0.1:${port}/engine`
  const { prisma } = createPrisma({ connection: { connectionString }, log: silentLog })
  expect(unavailability(await work(prisma).catch((error: unknown) => error))).toBeDefined()
  await prisma.$disconnect()
  server.close()
})

test.runIf(isFull)(
  'a server that stops answering without a word is given up, and no connection is lost for ever',
  async () => {
    const { prisma, pool } = createPrisma({
      connection: { connectionString: line.url },
      poolSize: 2,
      statementTimeout: 500,
      log: silentLog,
    })
    const count = () => prisma.user.count()
    expect(await Promise.all([count(), count(), count()])).toEqual([0, 0, 0])
    line.freeze()
    const stuck = await Promise.all([count(), count()].map((work) => work.catch((error: unknown) => error)))
    for (const error of stuck) expect(unavailability(error)).toBeDefined()
    await expect.poll(async () => count().catch(() => 'stuck')).toBe(0)
    expect(pool.waitingCount).toBe(0)
    await prisma.$disconnect()
  },
)
