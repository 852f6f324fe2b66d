import { setTimeout as sleep } from 'node:timers/promises'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.js'
import { neverCurrent, type Invalidations } from '../../kernel/invalidation.js'
import type { Connection, OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { lruCache } from '../../kernel/lru-cache.js'
import type { Transactions } from '../../kernel/transaction.js'
import { lineOf, type ConnectionTurns } from './connection-turns.js'
import { isConflict, isOrphan, unavailability } from './failures.js'

const TRIES = 6

/**
 * Transactions over Prisma. A deadlock or a serialization failure undid everything, so the work is simply run again. A
 * run returns once its invalidations are received, so that this process answers nothing older afterwards.
 */
export function createTransactions(
  prisma: PrismaClient,
  invalidations: Invalidations = neverCurrent,
  turns?: ConnectionTurns,
): Transactions {
  const attempted: Transactions['readOnly'] = (ctx, work) => attempt(prisma, turns, ctx, work)
  return {
    readOnly: attempted,
    async run(ctx, work, first) {
      const whole = async (tx: OperationContext) => {
        await first?.(tx)
        return work(tx)
      }
      if (ctx.connection) return whole(ctx)
      try {
        return await attempted(ctx, whole)
      } finally {
        // After a failure too: a commit may have gone through with only its answer lost.
        await invalidations.waitUntilCurrent()
      }
    },
  }
}

async function attempt<T>(
  prisma: PrismaClient,
  turns: ConnectionTurns | undefined,
  ctx: OperationContext,
  work: (ctx: OperationContext) => Promise<T>,
): Promise<T> {
  if (ctx.connection) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    try {
      const after: (() => void)[] = []
      const afterCommit = (then: () => void): void => void after.push(then)
      const whole = () =>
        prisma.$transaction((client) => work({ ...ctx, connection: asConnection(client), afterCommit }))
      const result = await (turns ? turns.run(lineOf(ctx), whole) : whole())
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

/** Runs work after the commit, which stays whatever fails afterwards. */
function runCommitted(ctx: OperationContext, work: () => void): void {
  try {
    work()
  } catch (error) {
    ctx.log.error({ error: String(error) }, 'what follows a commit failed')
  }
}

/** The cached clients, one for each line of callers: to make one costs as much as a statement. */
const mostClients = 1000

/**
 * The client of the context's transaction, which has its connection, or outside of any one whose statements wait for
 * their turn at a connection, and which explains its own failures.
 */
export function createPrismaOf(
  prisma: PrismaClient,
  turns?: ConnectionTurns,
): (ctx: OperationContext) => Prisma.TransactionClient {
  const clients = lruCache<string, Prisma.TransactionClient>(mostClients)
  const clientFor = (line: string): Prisma.TransactionClient =>
    prisma.$extends({
      query: {
        $allOperations: ({ args, query }) =>
          (turns ? turns.run(line, () => query(args)) : query(args)).catch((error: unknown) =>
            Promise.reject(unavailability(error) ?? (error as Error)),
          ),
      },
    }) as unknown as PrismaClient
  return (ctx) => {
    if (ctx.connection) return asClient(ctx.connection)
    const line = lineOf(ctx)
    const client = clients.get(line) ?? clientFor(line)
    clients.set(line, client)
    return client
  }
}

/** A connection is a transaction's client whose type only this file knows. */
function asConnection(client: Prisma.TransactionClient): Connection {
  return client as unknown as Connection
}

function asClient(connection: Connection): Prisma.TransactionClient {
  return connection as unknown as Prisma.TransactionClient
}
