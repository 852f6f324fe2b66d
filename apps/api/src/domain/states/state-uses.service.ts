import type { OperationContext } from '../../kernel/context.js'
import type { OrderedPage, Page, Paged } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Workspace, WorkspaceOrder } from '../workspaces/workspace.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import {
  sourceOf,
  unused,
  type ModuleInstallation,
  type ModuleVersionUse,
  type ProviderName,
  type StateUse,
} from './state-use.js'
import type { StateUsesStore } from './state-uses.store.js'

/** A provider whose versions are stored here. */
export type UsedProvider = ProviderName & { readonly id: string }

/**
 * Tells what is really in use, by current states (contract §13): which version of the engine wrote them, and which
 * providers of this registry have resources in them. A state says nothing of versions of providers, and of modules;
 * installed modules are known by the tokens that write states.
 */
export class StateUsesService {
  constructor(
    private readonly parts: {
      readonly store: StateUsesStore
      readonly workspaces: WorkspacesService
      readonly publicUrl: string
    },
  ) {}

  /** Counts the use of each of these versions, across all organizations: for site administrators. */
  async ofEngineVersions(
    ctx: OperationContext,
    versions: readonly string[],
  ): Promise<ReadonlyMap<string, StateUse>> {
    requirePermission(ctx, 'engine-versions:read')
    const found = await this.parts.store.ofEngineVersions(ctx, versions)
    return new Map(versions.map((version) => [version, found.get(version) ?? unused]))
  }

  /** Counts by provider id the workspaces that have resources of it and whose states the caller reads. */
  async ofProviders(
    ctx: OperationContext,
    providers: readonly UsedProvider[],
  ): Promise<ReadonlyMap<string, number>> {
    const visibility = await this.parts.workspaces.readable(ctx)
    const sources = providers.map((provider) => sourceOf(this.parts.publicUrl, provider))
    const found = await this.parts.store.ofProviders(ctx, [...new Set(sources)], visibility)
    return new Map(providers.map(({ id }, at) => [id, found.get(sources[at] ?? '') ?? 0]))
  }

  /**
   * Lists by module id the versions that workspaces had installed last, newest first; of workspaces whose states the
   * caller reads, and whose current state was written by a token that writes no other.
   */
  async ofModules(
    ctx: OperationContext,
    moduleIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ModuleVersionUse[]>> {
    const found = await this.parts.store.ofModules(ctx, moduleIds, await this.parts.workspaces.readable(ctx))
    return new Map(moduleIds.map((id) => [id, found.get(id) ?? []]))
  }

  /** Lists by module id the workspaces that are counted by `ofModules`, those of one organization together. */
  async installations(
    ctx: OperationContext,
    moduleIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<ModuleInstallation>>> {
    const visibility = await this.parts.workspaces.readable(ctx)
    const found = await this.parts.store.installations(ctx, moduleIds, visibility, page)
    return new Map(moduleIds.map((id) => [id, found.get(id) ?? { items: [], totalCount: 0, page }]))
  }

  /** Lists the workspaces with resources of a provider, of those whose states the caller reads. */
  async listUsingProvider(
    ctx: OperationContext,
    provider: ProviderName,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<Paged<Workspace>> {
    return this.parts.workspaces.listReadable(
      ctx,
      { provider: sourceOf(this.parts.publicUrl, provider) },
      page,
    )
  }
}
