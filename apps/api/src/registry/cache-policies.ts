import type { Module } from '../domain/registry-modules/registry-module.js'
import type { CachePolicy } from '../http/response-cache.js'
import { cacheTags } from '../kernel/cache-tags.js'

/** Policy for documents about a module, for callers who may use it. */
export const modulePolicy = ({ organizationId }: Pick<Module, 'organizationId'>): CachePolicy => ({
  tags: [cacheTags.access, cacheTags.modulesOf(organizationId)],
})

export const moduleWithDownloads = (module: Pick<Module, 'organizationId'>): CachePolicy => ({
  tags: [...modulePolicy(module).tags, cacheTags.downloadsOf(module.organizationId)],
})

/** Modules of any organization. */
export const moduleLists: CachePolicy = { tags: [cacheTags.access, cacheTags.modules, cacheTags.downloads] }

/**
 * Policy for answers that depend on the state of the caller's engine version. A change of the engine policy invalidates
 * `access`.
 */
export const underEnginePolicy = ({ tags, ...policy }: CachePolicy): CachePolicy => ({
  ...policy,
  tags: [...tags, cacheTags.engineVersions],
})

export const providersPolicy = (organizationId: string): CachePolicy => ({
  tags: [cacheTags.access, cacheTags.providersOf(organizationId)],
})
