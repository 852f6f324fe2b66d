import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { Permission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { AuditEntry } from '../audit/audit.js'
import type { EnginePolicyService } from '../engine-sightings/engine-policy.service.js'
import type { QuotasService } from '../quotas/quotas.service.js'
import type { WorkspaceAccess } from '../workspaces/workspace.js'
import { lockedBy, lockReason, type StateLock } from '../workspaces/workspace-lock.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import { authorOf, isLockedBy, notLocked } from './state.js'
import type { WorkspaceLocksStore } from './workspace-locks.store.js'

/** Lets one actor alone write a workspace's state (contract §13). The lock of its row decides between two. */
export class WorkspaceLocksService {
  constructor(
    private readonly store: WorkspaceLocksStore,
    private readonly workspaces: WorkspacesService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly enginePolicy: Pick<EnginePolicyService, 'admitWorkspace'>,
    private readonly quotas: Pick<QuotasService, 'requireStorageForRun'>,
  ) {}

  /** Locks a workspace, once, not again even for its holder: two runs of one person are two. */
  async lock(ctx: OperationContext, id: string, raw: Raw<typeof lockReason>): Promise<WorkspaceAccess> {
    return this.change(ctx, id, 'states:write', async (tx, access) => {
      const { reason } = parseCreation(lockReason, raw)
      // The engine policy refuses here, before anything has happened (contract §12), and nowhere later.
      await this.enginePolicy.admitWorkspace(tx, access.workspace)
      if (access.workspace.lock) throw lockedBy(access.workspace.lock)
      // So does a full storage: the state of what a run has made is not refused for it.
      await this.quotas.requireStorageForRun(tx, access.workspace.organizationId)
      const lock = { id: newId('lock'), at: tx.clock.now(), by: authorOf(tx.actor), reason: reason || null }
      await this.store.set(tx, id, lock)
      return { action: 'workspace.lock', after: factsOf(lock) }
    })
  }

  /** Unlocks a workspace for the holder of the lock. */
  async unlock(ctx: OperationContext, id: string, raw: Raw<typeof lockReason>): Promise<WorkspaceAccess> {
    return this.change(withReason(ctx, raw), id, 'states:write', async (tx, { workspace: { lock } }) => {
      if (!lock) throw notLocked()
      if (!isLockedBy(lock, tx.actor)) throw lockedBy(lock)
      await this.store.clear(tx, id)
      return { action: 'workspace.unlock', before: factsOf(lock) }
    })
  }

  /** Unlocks a workspace for those who manage it, also while another one holds the lock. */
  async forceUnlock(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof lockReason>,
  ): Promise<WorkspaceAccess> {
    return this.change(withReason(ctx, raw), id, 'workspaces:write', async (tx, { workspace: { lock } }) => {
      if (!lock) throw notLocked()
      await this.store.clear(tx, id)
      return { action: 'workspace.force-unlock', before: factsOf(lock) }
    })
  }

  private async change(
    ctx: OperationContext,
    id: string,
    permission: Permission,
    work: (
      tx: OperationContext,
      access: WorkspaceAccess,
    ) => Promise<Pick<AuditEntry, 'action' | 'before' | 'after'>>,
  ): Promise<WorkspaceAccess> {
    return this.transactions.run(ctx, async (tx) => {
      const access = await this.workspaces.lockById(tx, id, permission)
      const { workspace, administratorOverride } = access
      const entry = await work(tx, access)
      await this.audit.record(tx, {
        ...entry,
        subject: { type: 'workspace', id, name: workspace.name },
        organizationId: workspace.organizationId,
        administratorOverride,
      })
      return this.workspaces.accessById(tx, id, permission)
    })
  }
}

const factsOf = ({ at, by, reason }: StateLock) => ({ lockedAt: at, lockedBy: by.name, lockReason: reason })

/** Adds the reason of an unlock, for the audit log. */
function withReason(ctx: OperationContext, raw: Raw<typeof lockReason>): OperationContext {
  const { reason } = parseCreation(lockReason, raw)
  return reason ? { ...ctx, reason } : ctx
}
