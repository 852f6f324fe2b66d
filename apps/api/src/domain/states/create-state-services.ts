import type { FileSealer, Sealer } from '../../kernel/signing.js'
import type { Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { StoreDatabase } from '../store.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import type { ReadState } from './state.js'
import type { CompareStates } from './state-comparison.js'
import { StateComparisonsService } from './state-comparisons.service.js'
import { StateComparisonsStore } from './state-comparisons.store.js'
import { StateFiles } from './state-files.js'
import { StateOutputsStore } from './state-outputs.store.js'
import { StateRollbacksService } from './state-rollbacks.service.js'
import { StateVersionsService } from './state-versions.service.js'
import { StateVersionsStore } from './state-versions.store.js'
import { StateWritesService } from './state-writes.service.js'
import { WorkspaceLocksService } from './workspace-locks.service.js'
import { WorkspaceLocksStore } from './workspace-locks.store.js'

export type StateServices = ReturnType<typeof createStateServices>

/** The states of workspaces, and the locks of their writers. */
export function createStateServices(infrastructure: {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly workspaces: WorkspacesService
  readonly storage: Storage
  readonly sealers: { readonly files: FileSealer; readonly outputs: Sealer }
  readonly readState: ReadState
  readonly compareStates: CompareStates
  readonly stateUploadLimit: number
}) {
  const { database, transactions, audit, workspaces, storage, sealers, readState } = infrastructure
  const parts = {
    versions: new StateVersionsStore(database),
    outputs: new StateOutputsStore(database, sealers.outputs),
    files: new StateFiles(storage, sealers.files, infrastructure.stateUploadLimit),
    ...{ readState, workspaces, transactions, audit },
  }
  const stateVersions = new StateVersionsService(parts)
  const stateWrites = new StateWritesService({ ...parts, stateVersions })
  const locksStore = new WorkspaceLocksStore(database)
  const workspaceLocks = new WorkspaceLocksService(locksStore, workspaces, transactions, audit)
  return {
    ...{ stateVersions, stateWrites, workspaceLocks },
    stateComparisons: new StateComparisonsService({
      comparisons: new StateComparisonsStore(database),
      compareStates: infrastructure.compareStates,
      ...{ files: parts.files, stateVersions },
    }),
    stateRollbacks: new StateRollbacksService(stateVersions, stateWrites, workspaceLocks),
  }
}
