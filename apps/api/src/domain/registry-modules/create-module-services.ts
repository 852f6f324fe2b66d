import type { ReadModuleSource } from '@engine/module-source'
import type { ReadModuleArchive } from '@engine/module-source/archive'
import type { Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { ModuleSharingService } from '../module-sharing/module-sharing.service.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { StoreDatabase } from '../store.js'
import { ModuleAccessService } from './module-access.service.js'
import { ModuleCatalogueService } from './module-catalogue.service.js'
import { ModuleCatalogueStore } from './module-catalogue.store.js'
import { ModuleFiles } from './module-files.js'
import { ModuleDownloadsService } from './module-downloads.service.js'
import { ModuleDownloadsStore } from './module-downloads.store.js'
import { ModuleFoldersService } from './module-folders.service.js'
import { ModuleFoldersStore } from './module-folders.store.js'
import { ModuleLifecycleService } from './module-lifecycle.service.js'
import { ModuleIndexStore } from './module-index.store.js'
import { ModuleReadingService } from './module-reading.service.js'
import { ModuleReadmesService } from './module-readmes.service.js'
import { ModuleReadmesStore } from './module-readmes.store.js'
import { ModuleUploadsService } from './module-uploads.service.js'
import { RegistryModuleVersionsService } from './registry-module-versions.service.js'
import { RegistryModuleVersionsStore } from './registry-module-versions.store.js'
import { RegistryModulesService } from './registry-modules.service.js'
import { RegistryModulesStore } from './registry-modules.store.js'
import type { RenderReadme } from './readme-tree.js'

export interface ModuleInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
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
  readonly modules: RegistryModulesService
  readonly moduleVersions: RegistryModuleVersionsService
  readonly moduleReading: ModuleReadingService
  readonly moduleFolders: ModuleFoldersService
  readonly moduleReadmes: ModuleReadmesService
  readonly moduleLifecycle: ModuleLifecycleService
  readonly moduleDownloads: ModuleDownloadsService
  readonly moduleUploads: ModuleUploadsService
}

/** The area, wired. */
export function createModuleServices(infrastructure: ModuleInfrastructure): ModuleServices {
  const { database, transactions, audit, organizations, moduleSharing, storage } = infrastructure
  const modules = new RegistryModulesStore(database)
  const versions = new RegistryModuleVersionsStore(database)
  const index = new ModuleIndexStore(database)
  const folders = new ModuleFoldersStore(database)
  const access = new ModuleAccessService(modules, versions, organizations, moduleSharing)
  const { readModuleArchive, readModuleSource, moduleUploadLimit, publicUrl } = infrastructure
  const files = new ModuleFiles(storage, readModuleArchive, readModuleSource, moduleUploadLimit)
  const readmes = new ModuleReadmesService(
    new ModuleReadmesStore(database),
    folders,
    infrastructure.renderReadme,
  )
  const catalogue = new ModuleCatalogueStore(database)
  return {
    moduleAccess: access,
    moduleCatalogue: new ModuleCatalogueService(catalogue, modules, access, moduleSharing),
    modules: new RegistryModulesService(modules, index, access, organizations, files, transactions, audit),
    moduleVersions: new RegistryModuleVersionsService(
      versions,
      modules,
      index,
      access,
      files,
      transactions,
      audit,
    ),
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
    moduleDownloads: new ModuleDownloadsService(new ModuleDownloadsStore(database), access),
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
