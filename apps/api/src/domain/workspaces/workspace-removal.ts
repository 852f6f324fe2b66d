import type { OperationContext } from '../../kernel/context.js'
import { conflict } from '../../kernel/errors.js'
import { removeFiles, type Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import { lockedBy } from './workspace-lock.js'
import { auditedFacts, workspaceEntry, type Workspace, type WorkspaceAccess } from './workspace.js'
import type { WorkspacesStore } from './workspaces.store.js'

/** Deletes a workspace with its states. */
export class WorkspaceRemoval {
  constructor(
    private readonly store: WorkspacesStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly storage: Pick<Storage, 'remove'>,
  ) {}

  /**
   * `lock` looks up, authorises and locks; `check` throws where it may not go. Stored files go after the commit, so that
   * what the database knows of is always there.
   */
  async remove(
    ctx: OperationContext,
    lock: (tx: OperationContext) => Promise<WorkspaceAccess>,
    check: (workspace: Workspace) => void = () => {},
  ): Promise<void> {
    const keys = await this.transactions.run(ctx, async (tx) => {
      const locked = await lock(tx)
      const before = locked.workspace
      check(before)
      const stored = await this.store.storedFiles(tx, before.id)
      await this.store.delete(tx, before.id)
      await this.audit.record(tx, {
        ...workspaceEntry('workspace.delete', before, locked),
        before: auditedFacts(before),
      })
      return stored
    })
    await removeFiles(ctx, this.storage, keys)
  }
}

/** Throws where a run may be writing its state, or where that has, or may have, resources (contract §18). */
export function requireSafe({ lock, resourceCount }: Workspace): void {
  if (lock) throw lockedBy(lock)
  if (resourceCount === null)
    throw conflict(
      'The resources of the current state cannot be counted here; destroy them first, or delete the workspace by force',
    )
  if (resourceCount === 0) return
  const resources = resourceCount === 1 ? '1 resource' : `${resourceCount} resources`
  throw conflict(`The workspace manages ${resources}; destroy them first, or delete it by force`)
}
