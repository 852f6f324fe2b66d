import type { FileSealer, Sealer } from '../../kernel/signing.js'
import type { Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { StoreDatabase } from '../store.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import type { ReadState } from './state.js'
import { StateFiles } from './state-files.js'
import { StateOutputsStore } from './state-outputs.store.js'
import { StateVersionsService } from './state-versions.service.js'
import { StateVersionsStore } from './state-versions.store.js'
import { StateWritesService } from './state-writes.service.js'
import { WorkspaceLocksService } from './workspace-locks.service.js'
import { WorkspaceLocksStore } from './workspace-locks.store.js'

/** The states of workspaces, and the locks of their writers. */
export function createStateServices(infrastructure: {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly workspaces: WorkspacesService
  readonly storage: Storage
  readonly sealers: { readonly files: FileSealer; readonly outputs: Sealer }
  readonly readState: ReadState
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
  return {
    stateVersions,
    stateWrites: new StateWritesService({ ...parts, stateVersions }),
    workspaceLocks: new WorkspaceLocksService(
      new WorkspaceLocksStore(database),
      workspaces,
      transactions,
      audit,
    ),
  }
}
