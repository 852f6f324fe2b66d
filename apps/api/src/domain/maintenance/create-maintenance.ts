import type { Storage } from '../../kernel/storage.js'
import type { StoreDatabase } from '../store.js'
import { JobLeasesStore } from './job-leases.store.js'
import { MaintenanceService } from './maintenance.service.js'
import type { MaintenanceTask } from './maintenance.js'
import { StoredFilesService } from './stored-files.service.js'
import { StoredFilesStore } from './stored-files.store.js'

/** The area, wired: the tasks of the other areas, after its own. */
export function createMaintenance(
  database: StoreDatabase,
  storage: Storage,
  tasks: readonly MaintenanceTask[],
): MaintenanceService {
  const storedFiles = new StoredFilesService(new StoredFilesStore(database), storage)
  return new MaintenanceService(new JobLeasesStore(database), [storedFiles, ...tasks])
}
