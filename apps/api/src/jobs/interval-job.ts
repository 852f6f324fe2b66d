import type { OperationContext } from '../kernel/context.js'

/** Background work of a process, at once and then every so often, never twice at a time. */
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
    const turn = (): void => void this.turn(ctx)
    this.timer = setInterval(turn, this.every).unref()
    turn()
  }

  /** Once, or until the end of the turn that runs. */
  async turn(ctx: OperationContext): Promise<void> {
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
