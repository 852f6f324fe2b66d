import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '../../generated/prisma/client.js'
import type { Uses, UsesExchange } from '../../kernel/uses.js'

interface Told {
  readonly process: string
  readonly turn: number
  readonly uses: string
}

/**
 * Over a table that is neither logged nor backed up: each call is one statement, which writes what this process used and
 * reads what others wrote since the call before. Whose first call it is owes nothing of what was before.
 */
export function createUsesExchange(prisma: PrismaClient, process: string = randomUUID()): UsesExchange {
  const heard = new Map<string, number>()
  let turn = 0

  async function tell(used: Uses): Promise<Told[]> {
    turn++
    const [own, last] = [JSON.stringify([...used]), JSON.stringify(Object.fromEntries(heard))]
    return prisma.$queryRaw<Told[]>`
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
      const told = await tell(used)
      const isFirst = turn === 1
      for (const { process: other, turn: last } of told) heard.set(other, last)
      const sum = new Map<string, number>()
      if (isFirst) return sum
      for (const { uses } of told)
        for (const [key, count] of JSON.parse(uses) as [string, number][])
          sum.set(key, (sum.get(key) ?? 0) + count)
      return sum
    },
  }
}
