import type { ReadModuleArchive } from '@engine/module-source/archive'
import type { ReadModuleSource } from '@engine/module-source'
import type { Clock } from '../../kernel/clock.js'
import type { Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { ModuleSharingService } from '../module-sharing/module-sharing.service.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import { ModuleAccessService } from './module-access.service.js'
import { ModuleCatalogueService } from './module-catalogue.service.js'
import type { ModuleCatalogueStore } from './module-catalogue.store.js'
import { ModuleFiles } from './module-files.js'
import { ModuleDownloadsService } from './module-downloads.service.js'
import type { ModuleDownloadsStore } from './module-downloads.store.js'
import { ModuleFoldersService } from './module-folders.service.js'
import type { ModuleFoldersStore } from './module-folders.store.js'
import { ModuleLifecycleService } from './module-lifecycle.service.js'
import type { ModuleIndexStore } from './module-index.store.js'
import { ModuleReadingService } from './module-reading.service.js'
import { ModuleReadmesService } from './module-readmes.service.js'
import type { ModuleReadmesStore } from './module-readmes.store.js'
import { ModuleUploadsService } from './module-uploads.service.js'
import { ModuleVersionsService } from './module-versions.service.js'
import type { ModuleVersionsStore } from './module-versions.store.js'
import { ModulesService } from './modules.service.js'
import type { ModulesStore } from './modules.store.js'
import type { RenderReadme } from './readme-tree.js'

export interface ModuleInfrastructure {
  readonly modules: ModulesStore
  readonly versions: ModuleVersionsStore
  readonly catalogue: ModuleCatalogueStore
  readonly folders: ModuleFoldersStore
  readonly readmes: ModuleReadmesStore
  readonly index: ModuleIndexStore
  readonly downloads: ModuleDownloadsStore
  readonly transactions: Transactions
  readonly clock: Clock
  readonly audit: AuditService
  readonly organizations: OrganizationsService
  readonly moduleSharing: ModuleSharingService
  readonly storage: Storage
  readonly readModuleArchive: ReadModuleArchive
  readonly readModuleSource: ReadModuleSource
  readonly renderReadme: RenderReadme
  /** Where modules are asked for: scheme, host and port. */
  readonly publicUrl: string
  /** Of an archive as it is sent, in bytes. */
  readonly moduleUploadLimit: number
}

export interface ModuleServices {
  readonly moduleAccess: ModuleAccessService
  readonly moduleCatalogue: ModuleCatalogueService
  readonly modules: ModulesService
  readonly moduleVersions: ModuleVersionsService
  readonly moduleReading: ModuleReadingService
  readonly moduleFolders: ModuleFoldersService
  readonly moduleReadmes: ModuleReadmesService
  readonly moduleLifecycle: ModuleLifecycleService
  readonly moduleDownloads: ModuleDownloadsService
  readonly moduleUploads: ModuleUploadsService
}

/** The area, wired. */
export function createModuleServices(infrastructure: ModuleInfrastructure): ModuleServices {
  const { modules, versions, index, transactions, audit, organizations, moduleSharing, storage } =
    infrastructure
  const access = new ModuleAccessService(modules, versions, organizations, moduleSharing)
  const { readModuleArchive, readModuleSource, moduleUploadLimit, publicUrl } = infrastructure
  const files = new ModuleFiles(storage, readModuleArchive, readModuleSource, moduleUploadLimit)
  const { folders, renderReadme } = infrastructure
  const readmes = new ModuleReadmesService(infrastructure.readmes, folders, renderReadme)
  return {
    moduleAccess: access,
    moduleCatalogue: new ModuleCatalogueService(infrastructure.catalogue, modules, access, moduleSharing),
    modules: new ModulesService(modules, index, access, organizations, files, transactions, audit),
    moduleVersions: new ModuleVersionsService(versions, modules, index, access, files, transactions, audit),
    moduleUploads: new ModuleUploadsService(
      versions,
      modules,
      index,
      access,
      files,
      readmes,
      transactions,
      audit,
    ),
    moduleFolders: new ModuleFoldersService(folders),
    moduleReadmes: readmes,
    moduleDownloads: new ModuleDownloadsService(infrastructure.downloads, access),
    moduleLifecycle: new ModuleLifecycleService(versions, modules, index, access, transactions, audit),
    moduleReading: new ModuleReadingService(
      index,
      versions,
      modules,
      access,
      moduleSharing,
      transactions,
      publicUrl,
    ),
  }
}
