import { expect } from 'vitest'
import type { Prisma, PrismaClient } from '../src/generated/prisma/client.js'

/** Asks that many times at once; each call knows its number. */
export function atOnce<T>(ask: (n: number) => Promise<T>, times = 30): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => ask(n)))
}

/** The connections that one caller has at most; what else it asks waits for them. */
const mostOfACaller = 8

/**
 * Works as {@link atOnce}, behind rows that `lock` locks until each call waits for one, or for a connection: all have
 * begun before one may end, even on a slow machine.
 */
export async function atOnceBehind<T>(
  prisma: PrismaClient,
  lock: (tx: Prisma.TransactionClient) => Promise<unknown>,
  ask: (n: number) => Promise<T>,
  times: number,
): Promise<T[]> {
  const behind = async (tx: Prisma.TransactionClient) => {
    await lock(tx)
    const asked = atOnce(ask, times)
    await expect.poll(() => countWaiting(prisma)).toBe(Math.min(times, mostOfACaller))
    return { asked }
  }
  const { asked } = await prisma.$transaction(behind, { timeout: 120_000 })
  return asked
}

/** Counts the statements that wait for a lock. */
export async function countWaiting(prisma: PrismaClient): Promise<number> {
  const waiting = await prisma.$queryRaw<object[]>`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return waiting.length
}

/** Counts each status: `{ 201: 1, 422: 29 }`. */
export function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
