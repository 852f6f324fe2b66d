import { ArchiveContentsReader } from './archive-contents.js'
import { ArchiveFilesService } from './archive-files.service.js'
import { ModuleCatalogueService } from './module-catalogue.service.js'
import { CatalogueSearchStore } from './catalogue-search.store.js'
import { ModuleCatalogueStore } from './module-catalogue.store.js'
import { ModuleComparisonService } from './module-comparison.service.js'
import { ModuleDownloadsService } from './module-downloads.service.js'
import { ModuleDownloadsStore } from './module-downloads.store.js'
import { ModuleFoldersService } from './module-folders.service.js'
import { ModuleLifecycleService } from './module-lifecycle.service.js'
import { createModuleParts, type ModuleInfrastructure } from './module-parts.js'
import { ModuleReadingService } from './module-reading.service.js'
import { ModuleReadmesService } from './module-readmes.service.js'
import { ModuleReadmesStore } from './module-readmes.store.js'
import { ModuleUploadsService } from './module-uploads.service.js'
import { RegistryModuleVersionsService } from './registry-module-versions.service.js'
import { RegistryModulesService } from './registry-modules.service.js'

export type ModuleServices = ReturnType<typeof createModuleServices>

/** The area, wired. */
export function createModuleServices(infrastructure: ModuleInfrastructure) {
  const { database } = infrastructure
  const parts = createModuleParts(infrastructure)
  const { access, folders } = parts
  const readmes = new ModuleReadmesService(new ModuleReadmesStore(database), parts)
  return {
    moduleAccess: access,
    moduleCatalogue: new ModuleCatalogueService({
      ...parts,
      store: new ModuleCatalogueStore(database),
      searches: new CatalogueSearchStore(database),
    }),
    modules: new RegistryModulesService(parts),
    moduleVersions: new RegistryModuleVersionsService(parts),
    moduleUploads: new ModuleUploadsService({ ...parts, readmes }),
    moduleComparison: new ModuleComparisonService({ ...parts, readmes }),
    moduleFolders: new ModuleFoldersService(folders),
    moduleReadmes: readmes,
    archiveFiles: new ArchiveFilesService(parts, new ArchiveContentsReader(parts.files)),
    moduleDownloads: new ModuleDownloadsService(new ModuleDownloadsStore(database), access),
    moduleLifecycle: new ModuleLifecycleService(parts),
    moduleReading: new ModuleReadingService(parts),
  }
}
