import type { Storage } from '../../kernel/storage.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { SharedParts } from '../shared-parts.js'
import { ModuleAccessService } from './module-access.service.js'
import { ModuleContentsStore } from './module-contents.store.js'
import { ModuleFiles, type ModuleReaders } from './module-files.js'
import { ModuleFoldersStore } from './module-folders.store.js'
import { ModuleIndexStore } from './module-index.store.js'
import type { IndexWords } from './read-module.js'
import type { ColorCode, RenderReadme } from './readme-tree.js'
import { ModuleVersionListsStore } from './module-version-lists.store.js'
import { RegistryModuleVersionsStore } from './registry-module-versions.store.js'
import { RegistryModulesStore } from './registry-modules.store.js'
import type { VersionComparer } from './version-comparison.js'

export interface ModuleInfrastructure extends ModuleReaders, SharedParts {
  readonly registrySharing: RegistrySharingService
  readonly storage: Storage
  readonly renderReadme: RenderReadme
  readonly colorCode: ColorCode
  readonly comparer: VersionComparer
  readonly indexWords: IndexWords
  /** Public address of the API, which modules are requested from: scheme, host and port. */
  readonly publicUrl: string
  /** Limit of an archive as it is sent, in bytes. */
  readonly moduleUploadLimit: number
}

/** Parts that several services of the area share, each created once; a service names what else it needs. */
export type ModuleParts = ReturnType<typeof createModuleParts>

export function createModuleParts(infrastructure: ModuleInfrastructure) {
  const { database, organizations, registrySharing, storage, moduleUploadLimit } = infrastructure
  const modules = new RegistryModulesStore(database)
  const versions = new RegistryModuleVersionsStore(database)
  const lists = new ModuleVersionListsStore(database)
  return {
    ...infrastructure,
    modules,
    versions,
    lists,
    index: new ModuleIndexStore(database, lists, infrastructure.indexWords),
    folders: new ModuleFoldersStore(database),
    contents: new ModuleContentsStore(database),
    access: new ModuleAccessService(modules, versions, lists, organizations, registrySharing),
    files: new ModuleFiles(storage, infrastructure, moduleUploadLimit),
  }
}
