import type { AuditEntry } from '../audit/audit.js'
import type { SharedParts } from '../shared-parts.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import type { StateVersionAccess } from './state.js'
import type { StateFiles } from './state-files.js'
import type { StateLists } from './state-lists.js'
import type { StateOutputsStore } from './state-outputs.store.js'
import type { StateReader } from './state-reader.js'
import type { StateVersionsStore } from './state-versions.store.js'

export interface StateParts extends Pick<SharedParts, 'transactions' | 'audit' | 'quotas'> {
  readonly versions: StateVersionsStore
  readonly outputs: StateOutputsStore
  readonly files: StateFiles
  readonly lists: StateLists
  readonly reader: StateReader
  readonly workspaces: WorkspacesService
}

/** Builds the audit entry of a state: its subject is the workspace, whose page tells what happened to its states. */
export function stateEntry(
  action: AuditEntry['action'],
  { version, workspace, administratorOverride }: Omit<StateVersionAccess, 'organization' | 'roles'>,
  facts: object,
): AuditEntry {
  const { id, name, organizationId } = workspace
  const after = { stateVersion: version.id, serial: version.serial, ...facts }
  return { action, subject: { type: 'workspace', id, name }, organizationId, administratorOverride, after }
}
