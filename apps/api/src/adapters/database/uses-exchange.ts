import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '../../generated/prisma/client.js'
import type { Uses, UsesExchange } from '../../kernel/uses.js'

interface Batch {
  readonly process: string
  readonly turn: number
  readonly uses: string
}

/**
 * Over a table that is neither logged nor backed up: each call is one statement, which writes what this process used
 * and reads what others wrote since the call before. A first call ignores what was before.
 */
export function createUsesExchange(prisma: PrismaClient, process: string = randomUUID()): UsesExchange {
  const received = new Map<string, number>()
  let turn = 0

  async function send(used: Uses): Promise<Batch[]> {
    turn++
    const [own, last] = [JSON.stringify([...used]), JSON.stringify(Object.fromEntries(received))]
    return prisma.$queryRaw<Batch[]>`
      WITH own AS (
        INSERT INTO limit_uses (process, turn, uses, at) VALUES (${process}, ${turn}, ${own}, now())
      ), old AS (
        DELETE FROM limit_uses WHERE (process, turn) IN (
          SELECT process, turn FROM limit_uses WHERE at < now() - interval '10 seconds' FOR UPDATE SKIP LOCKED
        )
      )
      SELECT u.process, u.turn, u.uses FROM limit_uses u
      WHERE u.process <> ${process} AND u.turn > coalesce((${last}::jsonb ->> u.process)::int, 0)
        AND u.at > now() - interval '10 seconds'
      ORDER BY u.process, u.turn`
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
