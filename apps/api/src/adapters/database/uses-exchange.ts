import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db, rowsOf } from '../../domain/sql.js'
import type { PrismaClient } from '../../generated/prisma/client.js'
import type { Uses, UsesExchange } from '../../kernel/uses.js'

/**
 * An exchange over a table that is neither logged nor backed up: each call is one statement, which writes
 * what this process used and reads what others wrote since the call before. A first call ignores earlier
 * rows.
 */
export function createUsesExchange(prisma: PrismaClient, process: string = randomUUID()): UsesExchange {
  const received = new Map<string, number>()
  let turn = 0

  async function send(used: Uses) {
    turn++
    const uses = JSON.stringify([...used])
    const last = JSON.stringify(Object.fromEntries(received))
    const lastOf = sql<number>`coalesce((${last}::jsonb ->> u.process)::int, 0)`
    const tooOld = sql<Date>`now() - interval '10 seconds'`
    const old = db
      .selectFrom('limit_uses')
      .select(['process', 'turn'])
      .where('at', '<', tooOld)
      .forUpdate()
      .skipLocked()
    const query = db
      .with('own', (own) => own.insertInto('limit_uses').values({ process, turn, uses, at: sql`now()` }))
      .with('old', (own) => own.deleteFrom('limit_uses').where(sql<boolean>`(process, turn) in ${old}`))
      .selectFrom('limit_uses as u')
      .select(['u.process', 'u.turn', 'u.uses'])
      .where('u.process', '<>', process)
      .where('u.turn', '>', lastOf)
      .where('u.at', '>', tooOld)
      .orderBy('u.process')
      .orderBy('u.turn')
    return rowsOf(prisma, query)
  }

  return {
    async exchange(used) {
      const batches = await send(used)
      const isFirst = turn === 1
      for (const { process: other, turn: last } of batches) received.set(other, last)
      const sum = new Map<string, number>()
      if (isFirst) return sum
      for (const { uses } of batches)
        for (const [key, count] of JSON.parse(uses) as [string, number][])
          sum.set(key, (sum.get(key) ?? 0) + count)
      return sum
    },
  }
}
