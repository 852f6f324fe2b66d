import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { FolderPlace } from './module-folder.js'
import type { ReadmeRefusal, RenderedReadme } from './readme-tree.js'

/** What became of the README of a folder. */
export type FolderReadme = RenderedReadme & { readonly path: string }

export class ModuleReadmesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** What is there already stays; of a version that is gone meanwhile nothing is stored. */
  async add(ctx: OperationContext, versionId: string, readmes: readonly FolderReadme[]): Promise<void> {
    const data = readmes.map(({ path, tree, refusal }) => ({ versionId, path, tree, refusal }))
    try {
      await this.database.of(ctx).moduleReadme.createMany({ data, skipDuplicates: true })
    } catch (error) {
      if (this.database.violatedConstraint(error) !== 'module_readmes_version_id_fkey') throw error
    }
  }

  async find(ctx: OperationContext, { versionId, path }: FolderPlace): Promise<RenderedReadme | undefined> {
    const where = { versionId_path: { versionId, path } }
    const row = await this.database.of(ctx).moduleReadme.findUnique({ where })
    if (!row) return undefined
    // The database lets nothing else in.
    return row.tree === null
      ? { tree: null, refusal: row.refusal as ReadmeRefusal }
      : { tree: row.tree, refusal: null }
  }
}
