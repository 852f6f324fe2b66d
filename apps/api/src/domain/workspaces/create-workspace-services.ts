import type { Invalidations } from '../../kernel/invalidation.js'
import type { Storage } from '../../kernel/storage.js'
import type { EngineVersionsService } from '../engine-versions/engine-versions.service.js'
import type { SharedParts } from '../shared-parts.js'
import { StateConsumersService } from './state-consumers.service.js'
import { VersionWordsService } from './version-words.service.js'
import { WorkspaceScopesService } from './workspace-scopes.service.js'
import { WorkspaceTagsService } from './workspace-tags.service.js'
import { WorkspacesService } from './workspaces.service.js'
import { WorkspacesStore } from './workspaces.store.js'

interface WorkspaceInfrastructure extends SharedParts {
  readonly engineVersions: EngineVersionsService
  readonly invalidations: Invalidations
  readonly storage: Storage
}

export function createWorkspaceServices(infrastructure: WorkspaceInfrastructure) {
  const { database, organizations, engineVersions, transactions, audit, storage } = infrastructure
  const rows = new WorkspacesStore(database)
  const workspaces = new WorkspacesService(rows, organizations, engineVersions, transactions, audit, storage)
  const parts = { ...infrastructure, rows, workspaces }
  return {
    workspaces,
    workspaceTags: new WorkspaceTagsService(parts),
    workspaceScopes: new WorkspaceScopesService(rows, workspaces, organizations),
    stateConsumers: new StateConsumersService(parts),
    versionWords: new VersionWordsService(parts),
  }
}
