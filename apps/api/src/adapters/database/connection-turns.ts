import { organizationOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { networkOf } from '../../kernel/network.js'

/** The connections that no line takes alone, so that the next one never waits for a lock of another. */
const left = 2

/** Callers have 100 requests under way at most, of a few statements each. */
const mostWaiting = 100_000

/** Names the line: the organization of a token, else the person or the stranger's network, or the platform itself. */
export function lineOf({ actor, address, face }: OperationContext): string {
  if (face === 'system' || actor.type === 'system') return 'system'
  return organizationOf(actor) ?? ('id' in actor ? actor.id : networkOf(address ?? ''))
}

/**
 * The turns of callers at the connections of the pool: a caller with many statements waits for its own, and no other for
 * longer than one of them. A statement or a transaction that gets no connection in time is given up.
 */
export class ConnectionTurns {
  private readonly queue: FairQueue

  /** `longest`: the time for a connection, in milliseconds. */
  constructor(
    connections: number,
    private readonly longest: number,
  ) {
    this.queue = new FairQueue({
      running: connections,
      runningOfALine: Math.max(1, connections - left),
      ...{ waiting: mostWaiting, waitingInAll: mostWaiting, full: tooMany },
    })
  }

  /** Returns the number of statements and transactions that wait for a connection. */
  get waiting(): number {
    return this.queue.load.waiting
  }

  /** Runs what takes one connection, in the turn of its line. Throws `unavailable` where none is free in time. */
  run<Result>(line: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((settle, fail) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        fail(tooMany())
      }, this.longest)
      const begin = async (): Promise<void> => {
        if (isLate) return
        clearTimeout(timer)
        await work().then(settle, fail)
      }
      this.queue.run(line, begin).catch(fail)
    })
  }
}

const tooMany = () => unavailable('The database is unavailable', { cause: 'no connection is free' })
