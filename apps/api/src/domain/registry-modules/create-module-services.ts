import { ArchiveContentsReader } from './archive-contents.js'
import { ArchiveFilesService } from './archive-files.service.js'
import { ModuleCatalogueService } from './module-catalogue.service.js'
import { ModuleCatalogueStore } from './module-catalogue.store.js'
import { ModuleComparisonService } from './module-comparison.service.js'
import { ModuleDownloadsService } from './module-downloads.service.js'
import { ModuleDownloadsStore } from './module-downloads.store.js'
import { InterfaceChecksService } from './interface-checks.service.js'
import { createModuleParts, type ModuleInfrastructure } from './module-parts.js'
import { CompatibilityCheck } from './compatibility-check.js'
import { ModuleQueriesService } from './module-queries.service.js'
import { ModuleReadmesService } from './module-readmes.service.js'
import { ModuleUploadsService } from './module-uploads.service.js'
import { RegistryModuleVersionsService } from './registry-module-versions.service.js'
import { RegistryModulesService } from './registry-modules.service.js'

export type ModuleServices = ReturnType<typeof createModuleServices>

/** The area, wired. */
export function createModuleServices(infrastructure: ModuleInfrastructure) {
  const parts = createModuleParts(infrastructure)
  const { database, access, files } = parts
  const readmes = new ModuleReadmesService(parts)
  const compatibility = new CompatibilityCheck(parts)
  const moduleVersions = new RegistryModuleVersionsService(parts)
  return {
    moduleAccess: access,
    moduleCatalogue: new ModuleCatalogueService({ ...parts, store: new ModuleCatalogueStore(database) }),
    modules: new RegistryModulesService(parts),
    moduleVersions,
    moduleUploads: new ModuleUploadsService({ ...parts, readmes, compatibility }),
    interfaceChecks: new InterfaceChecksService({ ...parts, compatibility }),
    moduleComparison: new ModuleComparisonService({ ...parts, readmes }),
    moduleReadmes: readmes,
    archiveFiles: new ArchiveFilesService(parts, new ArchiveContentsReader(files), moduleVersions),
    moduleDownloads: new ModuleDownloadsService(new ModuleDownloadsStore(database), access),
    moduleQueries: new ModuleQueriesService(parts),
  }
}
