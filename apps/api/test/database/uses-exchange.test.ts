import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/adapters/database/open.js'
import { createUsesExchange } from '../../src/adapters/database/uses-exchange.js'
import type { UsesExchange } from '../../src/kernel/uses.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'

let served: TestDatabase
let database: Database

beforeAll(async () => {
  served = await createTestDatabase()
  database = await openDatabase({ databaseUrl: served.url, dataDir: '', log: silentLog })
})
afterAll(async () => {
  await database.close()
  await served.drop()
})

const uses = (...pairs: [string, number][]) => new Map(pairs)

/** Processes that know of each other. */
async function processes(many: number) {
  const all = Array.from({ length: many }, () => createUsesExchange(database.prisma))
  for (const each of all) await each.exchange(uses())
  return all as [UsesExchange, UsesExchange, UsesExchange, ...UsesExchange[]]
}

test('each receives once what every other used, and never its own', async () => {
  const [one, two, three] = await processes(3)
  expect(await one.exchange(uses(['ana', 3], ['bea', 1]))).toEqual(uses())
  expect(await two.exchange(uses(['ana', 4]))).toEqual(uses(['ana', 3], ['bea', 1]))
  expect(await two.exchange(uses(['ana', 1]))).toEqual(uses())
  expect(await three.exchange(uses())).toEqual(uses(['ana', 8], ['bea', 1]))
  expect(await one.exchange(uses())).toEqual(uses(['ana', 5]))
})

test('one that begins owes nothing of what was before', async () => {
  const [one] = await processes(1)
  await one.exchange(uses(['ana', 30]))
  const late = createUsesExchange(database.prisma)
  expect(await late.exchange(uses())).toEqual(uses())
  await one.exchange(uses(['ana', 2]))
  expect(await late.exchange(uses())).toEqual(uses(['ana', 2]))
})

test('rows older than ten seconds go, so that the table stays small', async () => {
  const [one] = await processes(1)
  await database.prisma.$executeRaw`UPDATE limit_uses SET at = now() - interval '11 seconds'`
  await one.exchange(uses(['ana', 1]))
  expect(await database.prisma.limitUse.count()).toBe(1)
})

test('twenty processes with a thousand callers each tell each other all at once', async () => {
  const all = await processes(20)
  const used = uses(...Array.from({ length: 1000 }, (_none, n): [string, number] => [`api user-${n}`, 2]))
  // A process that sends late receives the others' counts in its first exchange already.
  const told = await Promise.all(
    all.map(async (each) => [await each.exchange(used), await each.exchange(uses())]),
  )
  const late = await Promise.all(all.map((each) => each.exchange(uses())))
  for (const [index, exchanges] of told.entries()) {
    const received = [...exchanges, late[index] ?? uses()]
    for (const name of used.keys())
      expect(received.reduce((sum, counts) => sum + (counts.get(name) ?? 0), 0)).toBe(2 * 19)
  }
})

test('the table is neither logged nor among those that are backed up', async () => {
  const [row] = await database.prisma.$queryRaw<{ kind: string }[]>`
    SELECT relpersistence::text AS kind FROM pg_class WHERE relname = 'limit_uses'`
  expect(row?.kind).toBe('u')
})
