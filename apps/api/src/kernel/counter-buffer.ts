import { randomUUID } from 'node:crypto'
import type { OperationContext } from './context.js'

/** Wait in milliseconds after a failure. */
const triedAgainAfter = 1000

export interface CounterBufferOptions<Row> {
  /** Name of the counts, for the log. */
  readonly what: string
  /** Time in milliseconds that a count waits to be written. */
  readonly writtenAfter: number
  /** Adds a batch of a writer, whose batches are numbered from 1, unless it was written before. */
  add(ctx: OperationContext, writer: string, batch: number, rows: readonly Row[]): Promise<void>
  written?(ctx: OperationContext, rows: readonly Row[]): void
}

interface Batch<Row> {
  readonly number: number
  readonly rows: readonly Row[]
}

/**
 * A buffer of counters: they are added up in memory and written in batches, so that a counted request waits for no
 * statement. Each counts once; a killed process loses the counts of its last moments, and nothing is counted twice.
 */
export class CounterBuffer<Row extends object> {
  private readonly writer = randomUUID()
  private waiting = new Map<string, Row>()
  /** The batch that is being written, or whose outcome is unknown: it is written before any other. */
  private batch: Batch<Row> | undefined
  private batches = 0
  private writing: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly options: CounterBufferOptions<Row>) {}

  /** Number of rows that are in memory alone. */
  get unwritten(): number {
    return this.waiting.size + (this.batch?.rows.length ?? 0)
  }

  /** The row of this key that waits to be written. */
  get(key: string): Row | undefined {
    return this.waiting.get(key)
  }

  set({ clock, log }: OperationContext, key: string, row: Row): void {
    this.waiting.set(key, row)
    // The caller of the first request may have lost access until then.
    const actor = { type: 'system', name: this.options.what } as const
    this.writeIn(this.options.writtenAfter, { actor, face: 'system', requestId: 'counts', clock, log })
  }

  /** Writes the remaining counts. */
  async stop(ctx: OperationContext): Promise<void> {
    await this.writing
    await this.write(ctx)
  }

  private async write(ctx: OperationContext): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing ??= this.writeBatches(ctx).finally(() => (this.writing = undefined))
    await this.writing
  }

  /** Writes a batch. Counts that come meanwhile wait for their own time, so that many counts are not many statements. */
  private async writeBatches(ctx: OperationContext): Promise<void> {
    const isLate = this.batch !== undefined
    try {
      await this.writeBatch(ctx)
      if (isLate) await this.writeBatch(ctx)
      if (this.waiting.size > 0) this.writeIn(this.options.writtenAfter, ctx)
    } catch (error) {
      ctx.log.warn({ error: String(error) }, `${this.options.what} could not be written, trying again`)
      this.writeIn(triedAgainAfter, ctx)
    }
  }

  private async writeBatch(ctx: OperationContext): Promise<void> {
    const batch = this.nextBatch()
    if (!batch) return
    await this.options.add(ctx, this.writer, batch.number, batch.rows)
    this.batch = undefined
    this.options.written?.(ctx, batch.rows)
  }

  private writeIn(milliseconds: number, ctx: OperationContext): void {
    this.timer ??= setTimeout(() => void this.write(ctx), milliseconds).unref()
  }

  private nextBatch(): Batch<Row> | undefined {
    if (!this.batch && this.waiting.size > 0) {
      this.batch = { number: ++this.batches, rows: [...this.waiting.values()] }
      this.waiting = new Map()
    }
    return this.batch
  }
}
