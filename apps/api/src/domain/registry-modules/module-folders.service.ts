import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import type {
  DeclarationFilter,
  Declarations,
  FolderFilter,
  FolderPlace,
  ModuleFolder,
} from './module-folder.js'
import type { ModuleFoldersStore } from './module-folders.store.js'

/** What versions that were found before declare, a folder and a page at a time. */
export class ModuleFoldersService {
  constructor(private readonly folders: ModuleFoldersStore) {}

  /** Undefined where there is none, and of a version that is not published. */
  async find(ctx: OperationContext, place: FolderPlace): Promise<ModuleFolder | undefined> {
    const isPath = /^$|^(modules|examples)\/[^/]+$/.test(place.path)
    return isPath ? this.folders.find(ctx, place) : undefined
  }

  /** Those beside the root. */
  async list(
    ctx: OperationContext,
    versionId: string,
    filter: FolderFilter,
    page: Page,
  ): Promise<Paged<ModuleFolder>> {
    return this.folders.list(ctx, versionId, filter, page)
  }

  async declarations<List extends keyof Declarations>(
    ctx: OperationContext,
    place: FolderPlace,
    list: List,
    filter: DeclarationFilter,
    page: Page,
  ): Promise<Paged<Declarations[List]>> {
    return this.folders.declarations(ctx, place, list, filter, page)
  }
}
