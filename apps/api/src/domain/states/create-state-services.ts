import type { FileSealer, Sealer } from '../../kernel/signing.js'
import type { Storage } from '../../kernel/storage.js'
import type { EngineSightingServices } from '../engine-sightings/create-engine-sighting-services.js'
import type { SharedParts } from '../shared-parts.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import type { ReadState } from './state.js'
import type { CompareStates } from './state-comparison.js'
import { StateComparisonsService } from './state-comparisons.service.js'
import { StateFiles } from './state-files.js'
import { StateLists } from './state-lists.js'
import { StateOutputsService } from './state-outputs.service.js'
import { StateOutputsStore } from './state-outputs.store.js'
import { StateReader } from './state-reader.js'
import { StateReadsService } from './state-reads.service.js'
import type { ListStateResources } from './state-resource.js'
import { StateResourcesService } from './state-resources.service.js'
import { StateResourcesStore } from './state-resources.store.js'
import { StateVersionsService } from './state-versions.service.js'
import { StateVersionsStore } from './state-versions.store.js'
import { StateRetentionService } from './state-retention.service.js'
import { StateRollbacksService } from './state-rollbacks.service.js'
import { StateUsesService } from './state-uses.service.js'
import { StateUsesStore } from './state-uses.store.js'
import { StateWritesService } from './state-writes.service.js'
import { StateWriting } from './state-writing.js'
import { WorkspaceLocksService } from './workspace-locks.service.js'
import { WorkspaceLocksStore } from './workspace-locks.store.js'

interface StateInfrastructure extends SharedParts {
  readonly workspaces: WorkspacesService
  readonly sightings: EngineSightingServices
  readonly storage: Storage
  readonly sealers: { readonly files: FileSealer; readonly outputs: Sealer }
  readonly readState: ReadState
  readonly compareStates: CompareStates
  readonly listStateResources: ListStateResources
  readonly stateUploadLimit: number
  readonly stateVersionsKept: number | undefined
  readonly publicUrl: string
}

export type StateServices = ReturnType<typeof createStateServices>

/** Creates the services of the states of workspaces, and of the locks of their writers. */
export function createStateServices(infrastructure: StateInfrastructure) {
  const { database, transactions, audit, quotas, workspaces, storage, sealers } = infrastructure
  const { engineSightings, enginePolicy } = infrastructure.sightings
  const files = new StateFiles(storage, sealers.files, infrastructure.stateUploadLimit)
  const stores = {
    versions: new StateVersionsStore(database),
    outputs: new StateOutputsStore(database, sealers.outputs),
    resources: new StateResourcesStore(database),
    reader: new StateReader(files, infrastructure.readState),
  }
  const lists = new StateLists({ ...stores, transactions })
  const parts = { ...infrastructure, ...stores, files, lists }
  const stateReads = new StateReadsService(parts)
  const stateVersions = new StateVersionsService({ ...parts, stateReads })
  const writing = new StateWriting(parts)
  const locks = new WorkspaceLocksStore(database)
  const workspaceLocks = new WorkspaceLocksService(
    locks,
    workspaces,
    transactions,
    audit,
    enginePolicy,
    quotas,
  )
  return {
    ...{ stateReads, stateVersions, workspaceLocks },
    stateOutputs: new StateOutputsService({ ...parts, stateReads }),
    stateWrites: new StateWritesService({ ...parts, stateVersions, writing, locks, engineSightings }),
    stateRollbacks: new StateRollbacksService({ ...parts, stateVersions, writing, workspaceLocks }),
    stateComparisons: new StateComparisonsService({ ...parts, stateVersions, stateReads }),
    stateResources: new StateResourcesService({ ...parts, stateVersions }),
    stateUses: new StateUsesService({ ...parts, store: new StateUsesStore(database) }),
    stateRetention: new StateRetentionService(parts, infrastructure.stateVersionsKept),
  }
}
