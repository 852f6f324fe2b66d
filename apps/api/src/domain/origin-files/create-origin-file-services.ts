import type { StoreDatabase } from '../store.js'
import { OriginFilesService, type OriginFilesParts } from './origin-files.service.js'
import { OriginFilesStore } from './origin-files.store.js'

/** Builds the store of files that come from origins, for all that install from one. */
export function createOriginFiles(
  database: StoreDatabase,
  parts: Omit<OriginFilesParts, 'rows'>,
): OriginFilesService {
  return new OriginFilesService({ ...parts, rows: new OriginFilesStore(database) })
}
