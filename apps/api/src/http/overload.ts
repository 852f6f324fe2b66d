import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { OperationContext } from '../kernel/context.js'
import { unavailable } from '../kernel/errors.js'
import type { GaugeReading } from '../kernel/metrics.js'

/** The load, measured twice a second. */
export interface Load {
  /** Delay of the event loop in milliseconds, averaged over half a second. */
  readonly delay: number
  /** The memory in use, as a share of 1. */
  readonly memory: number
}

/** The looks in a row with too much to do before requests are turned away, or more of them, and with room before none are. */
const looksToAct = 2

/** The shares of the limits below which there is room again. */
const calm: Load = { delay: 0.5, memory: 0.9 }

/** The requests that callers have under way. */
interface UnderWay {
  of(ctx: OperationContext): number
  readonly most: number
}

/**
 * Load shedding: refuses new requests while this process is overloaded, so that running requests finish and it stays
 * up. It begins with the callers who have the most requests under way: those with at least half as many as the caller
 * with the most. While that does not help, the number halves, until all requests are refused. One late moment does not
 * count: it takes two checks in a row, and as many to admit all requests again.
 */
export class Overload {
  /** The number of requests under way from which a caller is refused; undefined: none is. */
  private refusedFrom: number | undefined
  private looks = 0
  private wasTooMuch = false
  private turnedAway = 0
  private load: Load = { delay: 0, memory: 0 }
  private lateness: (() => number) | undefined

  /** A limit of 0 is off. */
  constructor(
    private readonly limits: Load,
    private readonly underWay: UnderWay,
  ) {}

  get isShedding(): boolean {
    return this.refusedFrom !== undefined
  }

  /** Throws `unavailable` while there is too much to do and the caller has much of it under way. */
  refuse(ctx: OperationContext): void {
    if (this.refusedFrom === undefined || this.underWay.of(ctx) < this.refusedFrom) return
    this.turnedAway++
    throw unavailable('There is too much to do at the moment, please try again')
  }

  /** Measures the load, to be called twice a second; nothing is ever turned away before. */
  look(load = this.measured()): void {
    this.load = load
    const isTooMuch = this.exceeds(load, { delay: 1, memory: 1 })
    const isCalm = !this.exceeds(load, calm)
    if (isTooMuch !== this.wasTooMuch) this.looks = 0
    this.wasTooMuch = isTooMuch
    this.looks = isTooMuch || (this.isShedding && isCalm) ? this.looks + 1 : 0
    if (this.looks < looksToAct) return
    this.looks = 0
    this.refusedFrom = isTooMuch ? this.fewer() : undefined
  }

  /** Returns the number of requests under way from which callers are refused next. */
  private fewer(): number {
    if (this.refusedFrom !== undefined) return Math.floor(this.refusedFrom / 2)
    return Math.max(1, Math.ceil(this.underWay.most / 2))
  }

  private measured(): Load {
    this.lateness ??= measureLateness()
    return { delay: this.lateness(), memory: memoryInUse() }
  }

  private exceeds({ delay, memory }: Load, part: Load): boolean {
    const { limits } = this
    return (
      (limits.delay > 0 && delay > limits.delay * part.delay) ||
      (limits.memory > 0 && memory > limits.memory * part.memory)
    )
  }

  reading(): GaugeReading {
    return {
      shedding: Number(this.isShedding),
      turned_away: this.turnedAway,
      delay_seconds: this.load.delay / 1000,
      memory_share: this.load.memory,
    }
  }
}

/** Returns the average since the last call, in milliseconds. A reset of the histogram would lose a measure. */
function measureLateness(): () => number {
  const resolution = 20
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let [count, sum] = [0, 0]
  return () => {
    const before = { count, sum }
    count = histogram.count
    sum = count === 0 ? 0 : histogram.mean * count
    if (count === before.count) return 0
    return Math.max(0, (sum - before.sum) / (count - before.count) / 1e6 - resolution)
  }
}

/** Returns the fuller share: of the heap, or of what the machine grants this process where it says so. */
function memoryInUse(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  const granted = process.constrainedMemory()
  // Where nothing is granted this is 0, or a number larger than any machine.
  const isGranted = granted > 0 && granted < Number.MAX_SAFE_INTEGER
  return Math.max(used / limit, isGranted ? process.memoryUsage.rss() / granted : 0)
}
