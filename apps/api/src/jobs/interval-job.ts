import type { OperationContext } from '../kernel/context.js'

/** An interval job: background work of a process, at once and then every so often, never twice at a time. */
export class IntervalJob {
  private readonly stopping = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined

  constructor(
    /** Logs its failures itself. */
    private readonly work: (ctx: OperationContext, signal: AbortSignal) => Promise<void>,
    /** In milliseconds. */
    private readonly every: number,
  ) {}

  start(ctx: OperationContext): void {
    const run = (): void => void this.run(ctx)
    this.timer = setInterval(run, this.every).unref()
    run()
  }

  /** Runs once, or waits for the end of the present run. */
  async run(ctx: OperationContext): Promise<void> {
    this.running ??= this.work(ctx, this.stopping.signal).finally(() => (this.running = undefined))
    await this.running
  }

  /** Ends early what runs, and waits for it. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.stopping.abort()
    await this.running
  }
}
