import { onAbort } from './waiting.js'

export interface FairQueueLimits {
  /** The number of works that run at once. */
  readonly running: number
  /** The number of works of one line that run at once: fewer than in all, where one work may take long. */
  readonly runningOfALine?: number
  /** The number of further works of one line that may wait. */
  readonly waiting: number
  readonly waitingInAll: number
}

export interface FairQueueOptions extends FairQueueLimits {
  /** Makes the error for work that is too much. */
  readonly full: () => Error
}

interface Waiting {
  begin(): void
  refuse(error: Error): void
}

/**
 * A fair queue: works wait in lines, of a network or an organization, and the lines take turns, so that one that floods
 * keeps itself waiting and no other for longer than one work. Throws what `full` makes for work that is too much: that
 * of a line, and that of the longest one where there is no room for a shorter one.
 */
export class FairQueue {
  /** The number of works that run, by line; none is 0. */
  private readonly running = new Map<string, number>()
  private runningInAll = 0
  private waiting = 0
  /** The lines in the order in which they are served; none is empty. */
  private readonly lines = new Map<string, Waiting[]>()

  constructor(private readonly options: FairQueueOptions) {}

  /** Returns the numbers of works that run right now, and that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.runningInAll, waiting: this.waiting }
  }

  /** Runs work in its turn; what still waits when its signal is aborted is taken out, and throws the reason. */
  async run<Result>(name: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    if (this.mayRun(name)) this.count(name, 1)
    else await this.wait(name, signal)
    try {
      return await work()
    } finally {
      this.count(name, -1)
      this.advance()
    }
  }

  private mayRun(name: string): boolean {
    const { running, runningOfALine = running } = this.options
    return this.runningInAll < running && (this.running.get(name) ?? 0) < runningOfALine
  }

  private count(name: string, change: 1 | -1): void {
    this.runningInAll += change
    const running = (this.running.get(name) ?? 0) + change
    if (running > 0) this.running.set(name, running)
    else this.running.delete(name)
  }

  private wait(name: string, signal: AbortSignal | undefined): Promise<void> {
    const line = this.lines.get(name) ?? []
    if (line.length >= this.options.waiting) throw this.options.full()
    if (this.waiting >= this.options.waitingInAll) this.makeRoom(line.length + 1)
    this.lines.set(name, line)
    this.waiting++
    let forget: (() => void) | undefined
    const begun = new Promise<void>((begin, refuse) => {
      const waiting = { begin, refuse }
      line.push(waiting)
      forget = signal && onAbort(signal, () => this.leave(name, line, waiting, signal.reason as Error))
    })
    return begun.finally(forget)
  }

  /** Takes out what still waits; what runs by now or was refused is in no line. */
  private leave(name: string, line: Waiting[], waiting: Waiting, reason: Error): void {
    const index = line.indexOf(waiting)
    if (index === -1) return
    line.splice(index, 1)
    if (line.length === 0) this.lines.delete(name)
    this.waiting--
    waiting.refuse(reason)
  }

  /** Refuses the last of the longest line, if that is longer than the line of the new one. */
  private makeRoom(length: number): void {
    const longest = [...this.lines.values()].reduce<Waiting[]>(
      (one, other) => (other.length > one.length ? other : one),
      [],
    )
    if (longest.length <= length) throw this.options.full()
    this.waiting--
    longest.pop()?.refuse(this.options.full())
  }

  private advance(): void {
    const next = [...this.lines].find(([name]) => this.mayRun(name))
    if (!next) return
    const [name, line] = next
    const first = line.shift()
    // A line that was served goes behind all others.
    this.lines.delete(name)
    if (line.length > 0) this.lines.set(name, line)
    this.waiting--
    this.count(name, 1)
    first?.begin()
  }
}
