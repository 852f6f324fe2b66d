import type { Actor } from '../kernel/actor.js'
import type { OperationContext } from '../kernel/context.js'

/** A job: background work of a process. */
export interface Job {
  readonly name: string
  /** Interval in milliseconds; undefined: it runs at the start alone. */
  readonly every: number | undefined
  /** Actor, for the audit log; undefined: anonymous. */
  readonly actor?: Actor
  run(ctx: OperationContext, signal: AbortSignal): Promise<void>
  /** Finishes the remaining work once no run is under way, also where the job was never started. */
  stop?(ctx: OperationContext): Promise<void>
}

/** An interval job: runs at once and then at each interval, never twice at a time; a failure is logged and runs again. */
export class IntervalJob {
  private readonly stopping = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined

  constructor(private readonly job: Job) {}

  get name(): string {
    return this.job.name
  }

  start(ctx: OperationContext): void {
    const { name, every, actor = ctx.actor } = this.job
    const own = { ...ctx, requestId: name, actor }
    const run = (): void =>
      void this.run(own).catch((error) => {
        ctx.log.warn({ error: String(error), job: name }, 'a job failed and runs again')
      })
    if (every !== undefined) this.timer = setInterval(run, every).unref()
    run()
  }

  /** Runs once, or waits for the end of the present run. Throws the error of the job. */
  async run(ctx: OperationContext): Promise<void> {
    this.running ??= this.job.run(ctx, this.stopping.signal).finally(() => (this.running = undefined))
    await this.running
  }

  /** Ends a run early, waits for it, and does the remaining work. */
  async stop(ctx: OperationContext): Promise<void> {
    clearInterval(this.timer)
    this.stopping.abort()
    await this.running?.catch(() => undefined)
    await this.job.stop?.(ctx)
  }
}
