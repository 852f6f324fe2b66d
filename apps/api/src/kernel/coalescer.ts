import { untilAborted } from './waiting.js'

interface Shared<Result> {
  readonly result: Promise<Result>
  readonly ending: AbortController
  /** The number of callers that wait for it. */
  callers: number
}

/** A coalescer: equal work that several callers wait for is done once, and ends early once each of them has left. */
export class Coalescer<Result> {
  private readonly underWay = new Map<string, Shared<Result>>()

  /** Joins the work of this key that is under way; undefined where there is none. */
  join(key: string, signal?: AbortSignal): Promise<Result> | undefined {
    const shared = this.underWay.get(key)
    return shared && this.wait(key, shared, signal)
  }

  /** Joins the work of this key, or begins it. A caller without a signal waits to the end. */
  run(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return this.join(key, signal) ?? this.wait(key, this.begin(key, work), signal)
  }

  private begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Shared<Result> {
    const ending = new AbortController()
    const shared = { ending, result: work(ending.signal), callers: 0 }
    this.underWay.set(key, shared)
    const drop = (): void => this.drop(key, shared)
    shared.result.then(drop, drop)
    return shared
  }

  private wait(key: string, shared: Shared<Result>, signal: AbortSignal | undefined): Promise<Result> {
    shared.callers++
    if (!signal) return shared.result
    return untilAborted(shared.result, signal).catch((error: unknown) => {
      shared.callers--
      if (signal.aborted && shared.callers === 0) {
        this.drop(key, shared)
        shared.ending.abort(signal.reason)
      }
      throw error
    })
  }

  /** Removes work that is no longer shared: later callers begin it again. */
  private drop(key: string, shared: Shared<Result>): void {
    if (this.underWay.get(key) === shared) this.underWay.delete(key)
  }
}
