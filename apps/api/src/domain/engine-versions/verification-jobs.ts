import { createHash, randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers/promises'
import { later, minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { ArchiveUnreachable, type OpenEngineArchiveFile } from './engine-archive.js'
import type { LeasedVerification, VerificationOutcome } from './verification.js'
import type { VerificationsStore } from './verifications.store.js'

/** Duration of a lease after its last renewal; the lease of a killed process has to expire. */
const leaseDuration = minutes(1)

/** Time without a byte after which a server has stopped sending. */
const stall = minutes(1)

/** Maximum number of files that one process reads at once. */
const mostAtOnce = 2

/** The verification was changed, deleted or taken by another process: its outcome is discarded. */
class Void extends Error {}

interface Reading {
  bytesDone: number
  bytesTotal: number | undefined
}

/** Reads the files of queued verifications, a few at a time; of all processes, one reads each. */
export class VerificationJobs {
  private readonly running = new Set<Promise<void>>()

  constructor(
    private readonly store: VerificationsStore,
    private readonly open: OpenEngineArchiveFile,
    /** Interval in milliseconds of the machine between renewals of a lease, each of which stores the progress. */
    private readonly beat = 1000,
  ) {}

  /** Begins with waiting archives while there is room, and returns; the signal ends those that run. */
  begin(ctx: OperationContext, signal: AbortSignal): void {
    for (let free = mostAtOnce - this.running.size; free > 0; free--) {
      const work = this.workThrough(ctx, signal).finally(() => this.running.delete(work))
      this.running.add(work)
    }
  }

  /** Waits for what runs. */
  async settled(): Promise<void> {
    await Promise.all(this.running)
  }

  private async workThrough(ctx: OperationContext, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const until = later(ctx.clock.now(), leaseDuration)
        const locked = await this.store.take(ctx, randomUUID(), until)
        if (!locked) return
        await this.verify(ctx, locked, signal)
      }
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'a verification failed and will be tried again')
    }
  }

  private async verify(
    ctx: OperationContext,
    locked: LeasedVerification,
    signal: AbortSignal,
  ): Promise<void> {
    const reading: Reading = { bytesDone: 0, bytesTotal: undefined }
    const ending = new AbortController()
    const beating = this.keepAlive(ctx, locked, reading, ending)
    try {
      const outcome = await this.read(locked, reading, AbortSignal.any([signal, ending.signal]))
      await this.finish(ctx, locked, reading, outcome)
    } catch (error) {
      if (signal.aborted) return void (await this.store.release(ctx, locked))
      const cause: unknown = ending.signal.aborted ? ending.signal.reason : error
      if (cause instanceof Void) return
      if (!(cause instanceof ArchiveUnreachable)) throw cause
      await this.finish(ctx, locked, reading, { state: 'unreachable', problem: cause.message.slice(0, 500) })
    } finally {
      ending.abort()
      await beating
    }
  }

  private async read(
    { url, sha }: LeasedVerification,
    reading: Reading,
    signal: AbortSignal,
  ): Promise<VerificationOutcome> {
    const { size, content } = await this.open(url, signal)
    reading.bytesTotal = size
    const hash = createHash('sha256')
    for await (const chunk of content) {
      hash.update(chunk)
      reading.bytesDone += chunk.length
    }
    const foundSha = hash.digest('hex')
    return foundSha === sha ? { state: 'passed' } : { state: 'failed', foundSha }
  }

  private async finish(
    ctx: OperationContext,
    locked: LeasedVerification,
    reading: Reading,
    outcome: VerificationOutcome,
  ): Promise<void> {
    const counts = await this.store.finish(ctx, locked, reading, outcome)
    if (!counts || outcome.state === 'passed') return
    const { engineVersionId, os, arch, url } = locked
    ctx.log.warn({ engineVersionId, os, arch, url, ...outcome }, 'an engine archive did not pass')
  }

  /** Stores the progress until the reading ends, and ends it where it is void or its server has stopped sending. */
  private async keepAlive(
    ctx: OperationContext,
    locked: LeasedVerification,
    reading: Reading,
    ending: AbortController,
  ): Promise<void> {
    let seen = { bytesDone: 0, at: ctx.clock.now() }
    try {
      for await (const _ of setInterval(this.beat, undefined, { signal: ending.signal, ref: false })) {
        const now = ctx.clock.now()
        if (reading.bytesDone > seen.bytesDone) seen = { bytesDone: reading.bytesDone, at: now }
        if (later(seen.at, stall) <= now) throw new ArchiveUnreachable('nothing came for a minute')
        if (!(await this.store.renew(ctx, locked, reading, later(now, leaseDuration)))) throw new Void()
      }
    } catch (error) {
      ending.abort(error)
    }
  }
}
