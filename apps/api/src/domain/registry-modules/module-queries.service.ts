import type { ModuleContents } from '@engine/module-source/documents'
import { isModuleName, isModuleProvider, isOrganizationName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { found } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { ModuleDocuments } from './module-documents.js'
import type {
  DeclarationFilter,
  Declarations,
  FolderFilter,
  FolderPlace,
  ModuleFolder,
} from './module-folder.js'
import type { ModuleFilter, ModuleListing, Slice, Sliced } from './module-listing.js'
import type { OrganizationsInIndex } from './module-index.store.js'
import type { ModuleParts } from './module-parts.js'
import { neighboursIn } from './module-requirements.js'
import { versionKeyOf, type PublishedVersion } from './registry-module-version.js'
import type { Module, ModuleAddress } from './registry-module.js'
import { searchQuery } from './search-words.js'

export interface ModuleDetail {
  readonly module: Module
  readonly version: PublishedVersion
  readonly documents: ModuleDocuments
  /** The numbers of its listed versions, newest first, as a JSON text. */
  readonly numbers: string
  /** Providers that a module of this name exists for, in order. */
  readonly providers: readonly string[]
  readonly downloads: number
}

/** A module with the JSON text of a list of its listed versions, newest first, each with what it requires. */
export interface RequiringModule {
  readonly module: Module
  readonly versions: string
}

/** However many its versions name. */
const mostNeighbours = 100

const nothingRequired = '{"root":{"providers":[],"dependencies":[]},"submodules":[]}'
const nothingDeclared: ModuleDocuments = {
  summary: '',
  parts: '{"root":null,"submodules":[],"examples":[]}',
  requirements: nothingRequired,
  engineConstraints: null,
}

const emptyOf = (slice: Slice): Sliced<ModuleListing> => ({
  ...slice,
  items: [],
  hasBefore: false,
  hasAfter: false,
})

/**
 * Reads of the registry protocol and of pages (contract §7): all of it was computed when versions were
 * published.
 */
export class ModuleQueriesService {
  constructor(private readonly parts: ModuleParts) {}

  /**
   * Lists modules by namespace, name and provider; of one name, in any case, if it is given. A foreign or
   * unknown namespace has none.
   */
  async list(
    ctx: OperationContext,
    namespace: string | undefined,
    filter: ModuleFilter,
    slice: Slice,
    name?: string,
  ): Promise<Sliced<ModuleListing>> {
    if (name !== undefined && !isModuleName(name)) return emptyOf(slice)
    const organizations = await this.organizations(ctx, namespace, filter)
    if (!organizations) return emptyOf(slice)
    return this.parts.index.list(ctx, organizations, filter, slice, name)
  }

  /** Searches modules by relevance, then by downloads. */
  async search(
    ctx: OperationContext,
    typed: string,
    namespace: string | undefined,
    filter: ModuleFilter,
    slice: Slice,
  ): Promise<Sliced<ModuleListing>> {
    const query = searchQuery(typed)
    if (!query) return emptyOf(slice)
    const organizations = await this.organizations(ctx, namespace, filter)
    if (!organizations) return emptyOf(slice)
    return this.parts.transactions.readOnly(ctx, (tx) =>
      this.parts.index.search(tx, organizations, filter, query, slice),
    )
  }

  /** The newest release, or the version that is asked for; a revoked one is still there to be read about. */
  async detail(ctx: OperationContext, address: ModuleAddress, version?: string): Promise<ModuleDetail> {
    const { module } = await this.parts.access.module(ctx, address, 'modules:use')
    const key = version === undefined ? undefined : found(versionKeyOf(version))
    const described = found(await this.parts.lists.findDescribed(ctx, module.id, key))
    const namesakes = await this.parts.index.providersOf(ctx, module.organizationId, module.name)
    return {
      module,
      ...described,
      documents: described.documents ?? nothingDeclared,
      providers: namesakes.map(({ provider }) => provider),
      downloads: namesakes.find(({ provider }) => provider === module.provider)?.downloads ?? 0,
    }
  }

  /** The newest release of a module that was found before. */
  async newest(ctx: OperationContext, { id }: Module): Promise<PublishedVersion> {
    return found((await this.parts.lists.newestOf(ctx, [id])).get(id))
  }

  /** A folder of a version that was found before; undefined where there is none, and where nothing is published. */
  async folder(ctx: OperationContext, place: FolderPlace): Promise<ModuleFolder | undefined> {
    const isPath = /^$|^(modules|examples)\/[^/]+$/.test(place.path)
    return isPath ? this.parts.folders.find(ctx, place) : undefined
  }

  /** Lists the folders of a version that the caller has looked up, except the root. */
  async folders(
    ctx: OperationContext,
    versionId: string,
    filter: FolderFilter,
    page: Page,
  ): Promise<Paged<ModuleFolder>> {
    return this.parts.folders.list(ctx, versionId, filter, page)
  }

  /** Reads what a folder of a version that the caller has looked up declares. */
  async declarations<List extends keyof Declarations>(
    ctx: OperationContext,
    place: FolderPlace,
    list: List,
    filter: DeclarationFilter,
    page: Page,
  ): Promise<Paged<Declarations[List]>> {
    return this.parts.folders.declarations(ctx, place, list, filter, page)
  }

  /** Reads the contents of versions that the caller has looked up, by id; unpublished ones have none. */
  async contents(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, ModuleContents>> {
    return this.parts.contents.find(ctx, versionIds)
  }

  /**
   * The module first, then those of the same organization that it depends on. Where it is more than can be sent, the
   * oldest versions are said to require nothing.
   */
  async requirements(ctx: OperationContext, module: Module): Promise<RequiringModule[]> {
    const { text, sources } = await this.parts.lists.requirementsAndSources(ctx, module.id, nothingRequired)
    const keys = neighboursIn(sources, module, this.parts.publicUrl).slice(0, mostNeighbours)
    const neighbours =
      keys.length > 0 ? await this.parts.modules.findMany(ctx, module.organizationId, keys) : []
    return [{ module, versions: text ?? '[]' }, ...(await this.requiring(ctx, neighbours))]
  }

  private async requiring(ctx: OperationContext, modules: readonly Module[]): Promise<RequiringModule[]> {
    if (modules.length === 0) return []
    const ids = modules.map(({ id }) => id)
    const versions = await this.parts.lists.requirementsOf(ctx, ids, nothingRequired)
    return modules.map((module) => ({ module, versions: versions.get(module.id) ?? '[]' }))
  }

  /** Returns the organizations to look at, if any: none for a token that may not use modules, or for what is no name. */
  private async organizations(
    ctx: OperationContext,
    namespace: string | undefined,
    { provider }: ModuleFilter,
  ): Promise<OrganizationsInIndex | undefined> {
    const visibility = this.parts.registrySharing.visibility(ctx, 'modules')
    if (visibility === 'none' || (namespace !== undefined && !isOrganizationName(namespace))) return undefined
    if (provider !== undefined && !isModuleProvider(provider)) return undefined
    const organizations = await this.parts.index.organizations(ctx, visibility, namespace)
    return 'length' in organizations && organizations.length === 0 ? undefined : organizations
  }
}
