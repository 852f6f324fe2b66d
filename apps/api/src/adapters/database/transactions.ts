import { setTimeout as sleep } from 'node:timers/promises'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.js'
import { neverCurrent, type Invalidations } from '../../kernel/invalidation.js'
import type { Connection, OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import type { Transactions } from '../../kernel/transaction.js'
import { isConflict, isOrphan, unavailability } from './failures.js'

const TRIES = 6

/**
 * Transactions over Prisma. A deadlock or a serialization failure undid everything, so the work is simply run again. A
 * run returns once its invalidations are received, so that this process answers nothing older afterwards.
 */
export function createTransactions(
  prisma: PrismaClient,
  invalidations: Invalidations = neverCurrent,
): Transactions {
  return {
    readOnly: (ctx, work) => attempted(prisma, ctx, work),
    async run(ctx, work, first) {
      const whole = async (tx: OperationContext) => {
        await first?.(tx)
        return work(tx)
      }
      if (ctx.connection) return whole(ctx)
      try {
        return await attempted(prisma, ctx, whole)
      } finally {
        // After a failure too: a commit may have gone through with only its answer lost.
        await invalidations.waitUntilCurrent()
      }
    },
  }
}

async function attempted<T>(
  prisma: PrismaClient,
  ctx: OperationContext,
  work: (ctx: OperationContext) => Promise<T>,
): Promise<T> {
  if (ctx.connection) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    try {
      const after: (() => void)[] = []
      const afterCommit = (then: () => void): void => void after.push(then)
      const result = await prisma.$transaction((client) =>
        work({ ...ctx, connection: asConnection(client), afterCommit }),
      )
      for (const then of after) runCommitted(ctx, then)
      return result
    } catch (error) {
      if (isOrphan(error)) throw notFound({ why: 'its organization was deleted meanwhile' })
      if (attempt === TRIES || !isConflict(error)) throw unavailability(error) ?? error
      ctx.log.debug({ attempt }, 'transaction conflict, trying again')
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** What is committed stays so, whatever fails afterwards. */
function runCommitted(ctx: OperationContext, work: () => void): void {
  try {
    work()
  } catch (error) {
    ctx.log.error({ error: String(error) }, 'what follows a commit failed')
  }
}

/** The client of the context's transaction, or the plain one outside of any, which explains its own failures. */
export function createPrismaOf(prisma: PrismaClient): (ctx: OperationContext) => Prisma.TransactionClient {
  const explaining = prisma.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => Promise.reject(unavailability(error) ?? (error as Error))),
    },
  })
  return (ctx) => (ctx.connection ? asClient(ctx.connection) : (explaining as unknown as PrismaClient))
}

/** A connection is a transaction's client whose type only this file knows. */
function asConnection(client: Prisma.TransactionClient): Connection {
  return client as unknown as Connection
}

function asClient(connection: Connection): Prisma.TransactionClient {
  return connection as unknown as Prisma.TransactionClient
}
