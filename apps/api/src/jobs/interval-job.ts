import type { Actor } from '../kernel/actor.js'
import type { OperationContext } from '../kernel/context.js'

/** A job: work of a process beside the requests. */
export interface Job {
  readonly name: string
  /** In milliseconds; at the start alone where it is undefined. */
  readonly every: number | undefined
  /** Who does it, for the audit log; anonymous where it is undefined. */
  readonly actor?: Actor
  run(ctx: OperationContext, signal: AbortSignal): Promise<void>
  /** Does what is left once no run is under way, also where the job was never started. */
  stop?(ctx: OperationContext): Promise<void>
}

/** An interval job: runs at once and then every so often, never twice at a time; what fails is logged and runs again. */
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

  /** Runs once, or waits for the end of the present run. Throws what the job failed with. */
  async run(ctx: OperationContext): Promise<void> {
    this.running ??= this.job.run(ctx, this.stopping.signal).finally(() => (this.running = undefined))
    await this.running
  }

  /** Ends early what runs, waits for it, and does what is left. */
  async stop(ctx: OperationContext): Promise<void> {
    clearInterval(this.timer)
    this.stopping.abort()
    await this.running?.catch(() => undefined)
    await this.job.stop?.(ctx)
  }
}
