import type { OperationContext } from '../../kernel/context.js'
import { invalid } from '../../kernel/errors.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { EngineVersion } from './engine-version.js'
import type { EngineVersionsService } from './engine-versions.service.js'
import { inForce, type Verification } from './verification.js'
import type { VerificationsStore } from './verifications.store.js'

/** Asks whether the files behind the addresses of versions are what their checksums say; jobs find it out. */
export class VerificationsService {
  constructor(
    private readonly store: VerificationsStore,
    private readonly engineVersions: EngineVersionsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** Queues every archive of the version that is not queued or running already. */
  async request(ctx: OperationContext, id: string): Promise<EngineVersion> {
    requirePermission(ctx, 'engine-versions:write')
    return this.transactions.run(ctx, async (tx) => {
      const version = await this.engineVersions.lock(tx, id)
      if (version.archs.length === 0)
        throw invalid({ path: [], code: 'BLANK', message: 'The version has no archives to verify' })
      const queued = await this.store.queue(tx, version, 'name' in ctx.actor ? ctx.actor.name : '')
      const subject = { type: 'engine-version', id, name: version.version } as const
      if (queued > 0) await this.audit.record(tx, { action: 'engine-version.verify', subject })
      return version
    })
  }

  /** Lists the verifications of the current archives of each version, in their order. */
  async listOf(
    ctx: OperationContext,
    versions: readonly Pick<EngineVersion, 'id' | 'archs'>[],
  ): Promise<ReadonlyMap<string, readonly Verification[]>> {
    requirePermission(ctx, 'engine-versions:read')
    const ids = versions.map(({ id }) => id)
    const found = await this.store.listOf(ctx, ids)
    const of = (id: string): readonly Verification[] =>
      found.filter(({ engineVersionId }) => engineVersionId === id)
    return new Map(versions.map(({ id, archs }) => [id, inForce(archs, of(id))]))
  }
}
