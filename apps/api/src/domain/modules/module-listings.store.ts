import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { ModuleDocuments } from './module-documents.js'
import { newestFirst, newestOf, type ModuleVersion, type PublishedVersion } from './module-version.js'
import { toVersion } from './module-versions.store.js'
import type { Module, ModuleWithVersions } from './module.js'
import { searchVector } from './search-words.js'
import { searchedTexts } from './searched-texts.js'

/** The rows that lists and searches read. */
export class ModuleListingsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Those of a name, for all providers, in order. */
  async named(
    ctx: OperationContext,
    organizationId: string,
    name: string,
  ): Promise<{ readonly provider: string; readonly downloads: number }[]> {
    return this.database.of(ctx).moduleListing.findMany({
      // The organization twice: once for the index of modules that finds the name.
      where: { organizationId, module: { organizationId, nameKey: name.toLowerCase() } },
      orderBy: { provider: 'asc' },
      select: { provider: true, downloads: true },
    })
  }

  /** Writes the module's row for a version that was just published, unless lists go on showing another one. */
  async add(
    ctx: OperationContext,
    module: Module,
    version: ModuleVersion,
    documents: ModuleDocuments,
  ): Promise<void> {
    const { moduleListing } = this.database.of(ctx)
    const shown = await moduleListing.findUnique({ where: { moduleId: module.id }, select: { newest: true } })
    const newest = newestOf(newestFirst([version, ...(shown ? [toVersion(shown.newest)] : [])]))
    if (newest?.id === version.id) await this.write(ctx, module, newest, documents)
  }

  /** Writes the module's row anew, or takes it away when nothing of it is listed any more. */
  async refresh(ctx: OperationContext, module: ModuleWithVersions): Promise<void> {
    const database = this.database.of(ctx)
    const newest = newestOf(module.versions)
    if (!newest) return void (await database.moduleListing.deleteMany({ where: { moduleId: module.id } }))
    const document = await database.moduleVersionDocument.findUnique({ where: { versionId: newest.id } })
    await this.write(ctx, module, newest, document)
  }

  private async write(
    ctx: OperationContext,
    module: Module,
    { id: versionId, version, publishedAt }: PublishedVersion,
    documents: ModuleDocuments | null,
  ): Promise<void> {
    const description = module.description || (documents?.summary ?? '')
    const words = searchVector([module.name, module.provider], searchedTexts(description, documents?.parts))
    await this.database.of(ctx).$executeRaw`
      INSERT INTO module_listings (
        module_id, organization_id, namespace, name, provider, version_id, version, description, publisher,
        source_url, published_at, verified, downloads, words)
      SELECT ${module.id}, o.id, o.name, ${module.name}, ${module.provider}, ${versionId}, ${version}, ${description},
        ${module.publisher}, ${module.sourceUrl}, ${publishedAt}::timestamptz, ${module.verified}::boolean,
        (SELECT coalesce(sum(count), 0)::int FROM module_downloads WHERE module_id = ${module.id}),
        ${words}::tsvector || namespace_words(o.name)
      FROM organizations o WHERE o.id = ${module.organizationId}
      ON CONFLICT (module_id) DO UPDATE SET
        version_id = EXCLUDED.version_id, version = EXCLUDED.version, description = EXCLUDED.description,
        source_url = EXCLUDED.source_url, published_at = EXCLUDED.published_at, verified = EXCLUDED.verified, words = EXCLUDED.words`
  }
}
