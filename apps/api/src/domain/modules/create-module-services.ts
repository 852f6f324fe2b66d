import type { ReadModuleArchive } from '../../kernel/archive.js'
import type { Changes } from '../../kernel/changes.js'
import type { Clock } from '../../kernel/clock.js'
import { Remembered } from '../../kernel/remembered.js'
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
import type { ModuleListingsStore } from './module-listings.store.js'
import type { ModuleListsStore } from './module-lists.store.js'
import type { ModulePlaces } from './module-places.js'
import { ModulePlacesService } from './module-places.service.js'
import type { ModulePlacesStore } from './module-places.store.js'
import { ModuleReadingService } from './module-reading.service.js'
import { ModuleReadmesService } from './module-readmes.service.js'
import type { ModuleReadmesStore } from './module-readmes.store.js'
import type { ReadModuleSource } from './module-source.js'
import { ModuleUploadsService } from './module-uploads.service.js'
import { ModuleVersionsService } from './module-versions.service.js'
import type { ModuleVersionsStore } from './module-versions.store.js'
import { ModulesService } from './modules.service.js'
import type { ModulesStore } from './modules.store.js'
import type { RenderReadme } from './readme-tree.js'

export interface ModuleSurroundings {
  readonly modules: ModulesStore
  readonly versions: ModuleVersionsStore
  readonly catalogue: ModuleCatalogueStore
  readonly folders: ModuleFoldersStore
  readonly readmes: ModuleReadmesStore
  readonly listings: ModuleListingsStore
  readonly lists: ModuleListsStore
  readonly places: ModulePlacesStore
  readonly downloads: ModuleDownloadsStore
  readonly transactions: Transactions
  readonly changes: Changes
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

/** Of all callers together, room for 250,000 organizations; whoever may use those of 16,000 and more is not remembered. */
const placesLimits = { entries: 10_000, bytes: 64 * 1024 * 1024 }

/** The area, wired. */
export function createModuleServices(surroundings: ModuleSurroundings): ModuleServices {
  const { modules, versions, listings, transactions, audit, organizations, moduleSharing, storage } =
    surroundings
  const access = new ModuleAccessService(modules, versions, organizations, moduleSharing)
  const places = new ModulePlacesService(
    surroundings.places,
    new Remembered<ModulePlaces>({ ...surroundings, ...placesLimits }),
  )
  const { readModuleArchive, readModuleSource, moduleUploadLimit, publicUrl } = surroundings
  const files = new ModuleFiles(storage, readModuleArchive, readModuleSource, moduleUploadLimit)
  const { folders, renderReadme } = surroundings
  const readmes = new ModuleReadmesService(surroundings.readmes, folders, renderReadme)
  return {
    moduleAccess: access,
    moduleCatalogue: new ModuleCatalogueService(
      surroundings.catalogue,
      modules,
      access,
      moduleSharing,
      places,
    ),
    modules: new ModulesService(modules, listings, access, organizations, files, transactions, audit),
    moduleVersions: new ModuleVersionsService(
      versions,
      modules,
      listings,
      access,
      files,
      transactions,
      audit,
    ),
    moduleUploads: new ModuleUploadsService(
      versions,
      modules,
      listings,
      access,
      files,
      readmes,
      transactions,
      audit,
    ),
    moduleFolders: new ModuleFoldersService(folders),
    moduleReadmes: readmes,
    moduleDownloads: new ModuleDownloadsService(surroundings.downloads, access),
    moduleLifecycle: new ModuleLifecycleService(versions, modules, listings, access, transactions, audit),
    moduleReading: new ModuleReadingService(
      listings,
      surroundings.lists,
      places,
      versions,
      modules,
      access,
      moduleSharing,
      transactions,
      publicUrl,
    ),
  }
}
