import type { Log } from '../../kernel/log.js'
import type { Outbound } from '../../kernel/outbound.js'
import type { SharedParts } from '../shared-parts.js'
import { OriginDownloads } from '../origin-files/origin-downloads.js'
import { AdminPublicModulesService } from './admin-public-modules.service.js'
import { PublicModulesService, type PublicModulesParts } from './public-modules.service.js'
import { PublicModulesStore } from './public-modules.store.js'

export interface PublicModuleInfrastructure
  extends
    Pick<SharedParts, 'database' | 'transactions' | 'audit'>,
    Pick<PublicModulesParts, 'registry' | 'files' | 'origin' | 'storesFiles' | 'limit'> {
  readonly outbound: Outbound
  readonly log: Log
}

/** Creates the services of the area. */
export const createPublicModuleServices = ({
  database,
  outbound,
  log,
  ...parts
}: PublicModuleInfrastructure) => {
  const rows = new PublicModulesStore(database)
  const downloads = new OriginDownloads(outbound, log, 'public-registry')
  return {
    publicModules: new PublicModulesService({ ...parts, rows, downloads }),
    adminPublicModules: new AdminPublicModulesService({ ...parts, rows }),
  }
}
