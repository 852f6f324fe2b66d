import { sql, type NotNull } from 'kysely'
import type { EngineVersionVerification } from '../../generated/prisma/client.js'
import { hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { EngineVersion } from './engine-version.js'
import type {
  LeasedVerification,
  Verification,
  VerificationOutcome,
  VerificationProgress,
} from './verification.js'

/** The lease of a verification that does not run. */
const idle = { lease: null, leaseUntil: null }
const fresh = { bytesDone: 0, bytesTotal: null, foundSha: null, problem: null, finishedAt: null, ...idle }

/** Longer than any lease: the clock of such a lease's process was wrong, and its next renewal corrects it. */
const tooLong = hours(1)

export class VerificationsStore {
  constructor(private readonly database: StoreDatabase) {}

  async listOf(ctx: OperationContext, engineVersionIds: readonly string[]): Promise<readonly Verification[]> {
    const rows = await this.database.of(ctx).engineVersionVerification.findMany({
      where: { engineVersionId: { in: [...engineVersionIds] } },
    })
    return rows.map(toVerification)
  }

  /** Queues those archives that are not queued or running; returns how many. The version has to be locked. */
  async queue(
    ctx: OperationContext,
    { id, archs }: Pick<EngineVersion, 'id' | 'archs'>,
    requestedBy: string,
  ): Promise<number> {
    const { engineVersionVerification } = this.database.of(ctx)
    const open = await engineVersionVerification.findMany({
      where: { engineVersionId: id, state: { in: ['queued', 'running'] } },
    })
    const left = archs.filter(({ os, arch }) => !open.some((each) => each.os === os && each.arch === arch))
    for (const { os, arch, url, sha } of left) {
      const asked = { url, sha, state: 'queued', requestedBy, requestedAt: ctx.clock.now() } as const
      await engineVersionVerification.upsert({
        where: { engineVersionId_os_arch: { engineVersionId: id, os, arch } },
        create: { engineVersionId: id, os, arch, ...asked },
        update: { ...asked, ...fresh, startedAt: null },
      })
    }
    return left.length
  }

  /**
   * Leases the verification that waits longest, or one of a dead process whose lease has expired; undefined where there is
   * none. One of several processes gets it: while one of a version runs, no other of that version is leased, which a
   * unique index guarantees.
   */
  async take(ctx: OperationContext, lease: string, until: Date): Promise<LeasedVerification | undefined> {
    const now = ctx.clock.now()
    try {
      const next = sql`
        SELECT engine_version_id, os, arch FROM engine_version_verifications v
        WHERE (state = 'running' AND (lease_until <= ${now} OR lease_until > ${later(now, tooLong)}))
          OR (state = 'queued' AND NOT EXISTS (
            SELECT FROM engine_version_verifications r
            WHERE r.engine_version_id = v.engine_version_id AND r.state = 'running'))
        ORDER BY requested_at, engine_version_id, os, arch
        LIMIT 1 FOR UPDATE SKIP LOCKED`
      const taking = db
        .updateTable('engine_version_verifications')
        .set({ state: 'running', lease, lease_until: until, started_at: now })
        .set({ bytes_done: 0n, bytes_total: null })
        .where(sql<boolean>`(engine_version_id, os, arch) = (${next})`)
        .returning(['engine_version_id as engineVersionId', 'os', 'arch', 'url', 'sha', 'lease'])
        .$narrowType<{ lease: NotNull }>()
      const [taken] = await rowsOf(this.database.of(ctx), taking)
      return taken
    } catch (error) {
      // Another process began with another archive of the same version at the same moment.
      if (this.database.violatedConstraint(error) === undefined) throw error
      return this.take(ctx, lease, until)
    }
  }

  /** Stores the progress and renews the lease; false when it is no longer ours, or void. */
  renew(
    ctx: OperationContext,
    locked: LeasedVerification,
    { bytesDone, bytesTotal }: VerificationProgress,
    until: Date,
  ): Promise<boolean> {
    return this.write(ctx, locked, { bytesDone, bytesTotal: bytesTotal ?? null, leaseUntil: until })
  }

  /** Stores the outcome; false when the lease was no longer ours, or void: then the outcome is dropped. */
  finish(
    ctx: OperationContext,
    locked: LeasedVerification,
    { bytesDone, bytesTotal }: VerificationProgress,
    outcome: VerificationOutcome,
  ): Promise<boolean> {
    const progress = { bytesDone, bytesTotal: bytesTotal ?? null }
    return this.write(ctx, locked, { ...progress, ...outcome, finishedAt: ctx.clock.now(), ...idle })
  }

  /** Releases the lease, so that any process may begin again. */
  release(ctx: OperationContext, locked: LeasedVerification): Promise<boolean> {
    return this.write(ctx, locked, { state: 'queued', startedAt: null, ...fresh })
  }

  private async write(
    ctx: OperationContext,
    { engineVersionId, os, arch, lease }: LeasedVerification,
    data: Partial<EngineVersionVerification> | object,
  ): Promise<boolean> {
    const { count } = await this.database.of(ctx).engineVersionVerification.updateMany({
      where: { engineVersionId, os, arch, state: 'running', lease },
      data,
    })
    return count > 0
  }
}

function toVerification({
  lease: _,
  leaseUntil: __,
  bytesDone,
  bytesTotal,
  ...row
}: EngineVersionVerification): Verification {
  return {
    ...row,
    bytesDone: Number(bytesDone),
    bytesTotal: bytesTotal === null ? null : Number(bytesTotal),
  }
}
