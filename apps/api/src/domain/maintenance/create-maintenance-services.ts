import type { Storage } from '../../kernel/storage.js'
import type { SharedParts } from '../shared-parts.js'
import type { JobLeasesStore } from './job-leases.store.js'
import type { MaintenanceTask } from './maintenance.js'
import { MaintenanceService } from './maintenance.service.js'
import { ProcessKeysService } from './process-keys.service.js'
import { ProcessKeysStore } from './process-keys.store.js'
import { StoredFilesService } from './stored-files.service.js'
import { StoredFilesStore } from './stored-files.store.js'

interface MaintenanceInfrastructure extends Pick<SharedParts, 'database'> {
  readonly storage: Storage
  readonly leases: JobLeasesStore
  /** Name of this process, and the fingerprints of its keys, for the other processes. */
  readonly process: { readonly name: string; readonly fingerprints: readonly string[] }
  readonly tasks: readonly MaintenanceTask[]
  /** The task that watches public providers, which runs apart from all others. */
  readonly providerSync: MaintenanceTask
}

export function createMaintenanceServices(infrastructure: MaintenanceInfrastructure) {
  const { database, storage, leases, tasks, providerSync } = infrastructure
  const storedFiles = new StoredFilesService(new StoredFilesStore(database), storage)
  return {
    processKeys: new ProcessKeysService(new ProcessKeysStore(database), infrastructure.process),
    providerWatch: new MaintenanceService(leases, [providerSync]),
    maintenance: new MaintenanceService(leases, [storedFiles, ...tasks]),
  }
}
