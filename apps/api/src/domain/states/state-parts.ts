import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { AuditEntry } from '../audit/audit.js'
import type { QuotasService } from '../quotas/quotas.service.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import type { StateVersionAccess } from './state.js'
import type { StateFiles } from './state-files.js'
import type { StateOutputsStore } from './state-outputs.store.js'
import type { StateReading } from './state-reading.js'
import type { StateVersionsStore } from './state-versions.store.js'

/** Parts that the services of states share. */
export interface StateParts {
  readonly versions: StateVersionsStore
  readonly outputs: StateOutputsStore
  readonly files: StateFiles
  readonly reading: StateReading
  readonly workspaces: WorkspacesService
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly quotas: QuotasService
}

/** Builds the audit entry of a state: its subject is the workspace, whose page tells what happened to its states. */
export function stateEntry(
  action: AuditEntry['action'],
  { version, workspace, administratorOverride }: Omit<StateVersionAccess, 'roles'>,
  facts: object,
): AuditEntry {
  const { id, name, organizationId } = workspace
  const after = { stateVersion: version.id, serial: version.serial, ...facts }
  return { action, subject: { type: 'workspace', id, name }, organizationId, administratorOverride, after }
}
