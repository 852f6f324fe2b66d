import { setTimeout as sleep } from 'node:timers/promises'
import { usedSince, type Processor } from '../processor.js'
import type { RunningProcess } from '../processes.js'
import type { Usage } from './usage-teller.js'

/** What was used between two moments. */
export interface Spent {
  /** Microseconds of the API. */
  readonly processor: number
  /** Microseconds of its database; NaN where the system does not tell. */
  readonly database: number
  readonly statements: number
  /** Bytes of the API that are resident at the end. */
  readonly memory: number
}

/** How long the API may take to end what no client waits for any more, and how often it is looked at, in milliseconds. */
const patience = 10_000
const pause = 20

/** What the API that is measured and its database use. */
export class Meter {
  constructor(
    private readonly api: RunningProcess,
    private readonly processor: Processor,
  ) {}

  usage(): Promise<Usage> {
    return this.api.ask<Usage>({ type: 'usage' })
  }

  /** Does the work and tells what it took, together with what the API still had to do for it afterwards. */
  async around<Done>(work: () => Promise<Done>): Promise<{ done: Done; spent: Spent }> {
    const [before, databaseBefore] = [await this.usage(), await this.processor.used()]
    const done = await work()
    await this.settle()
    const [after, databaseAfter] = [await this.usage(), await this.processor.used()]
    const spent = {
      processor: after.processor - before.processor,
      database: usedSince(databaseBefore, databaseAfter) * 1000,
      statements: after.statements - before.statements,
      memory: after.memory,
    }
    return { done, spent }
  }

  /** Until no statement is under way and the API has been idle for a moment. */
  private async settle(): Promise<void> {
    const last = performance.now() + patience
    for (let before = await this.usage(); performance.now() < last;) {
      await sleep(pause)
      const [usage, busy] = [await this.usage(), await this.processor.busy()]
      if (busy === 0 && usage.processor - before.processor < (pause * 1000) / 2) return
      before = usage
    }
  }
}

export function sumOf(all: readonly Spent[]): Spent {
  const sum = (what: Exclude<keyof Spent, 'memory'>): number => all.reduce((so, each) => so + each[what], 0)
  return {
    processor: sum('processor'),
    database: sum('database'),
    statements: sum('statements'),
    memory: all.at(-1)?.memory ?? Number.NaN,
  }
}
