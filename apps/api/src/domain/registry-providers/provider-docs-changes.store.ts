import { isPreRelease } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { ChangedProviderDoc, ProviderDocsChanges } from './provider-doc.js'
import type { RegistryProviderVersion } from './registry-provider-version.js'

/** Limit of the pages that a comparison names; it counts all. */
const mostPages = 200

type Version = Pick<RegistryProviderVersion, 'id' | 'version'>

/** Comparisons of the documentation of versions, computed when it is uploaded. */
export class ProviderDocsChangesStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(ctx: OperationContext, versionId: string): Promise<ProviderDocsChanges | undefined> {
    const row = await this.database.of(ctx).providerDocsChanges.findUnique({ where: { versionId } })
    if (!row) return undefined
    const { versionId: _, pages, ...facts } = row
    // Written below, and by nothing else.
    return { ...facts, pages: pages as unknown as readonly ChangedProviderDoc[] }
  }

  /**
   * Compares the documentation of a version with that of the release before it, and that of the next release with this
   * one. As with interfaces, nothing is compared with a pre-release.
   */
  async write(ctx: OperationContext, providerId: string, version: Version): Promise<void> {
    const before = await this.release(ctx, providerId, version, 'before')
    if (before) await this.compare(ctx, before, version)
    else await this.database.of(ctx).providerDocsChanges.deleteMany({ where: { versionId: version.id } })
    if (isPreRelease(version.version)) return
    const after = await this.release(ctx, providerId, version, 'after')
    if (after) await this.compare(ctx, version, after)
  }

  /** Finds the nearest documented release that is published. */
  private async release(
    ctx: OperationContext,
    providerId: string,
    { id }: Version,
    side: 'before' | 'after',
  ): Promise<Version | undefined> {
    const table = this.database.of(ctx).registryProviderVersion
    const { sortKey } = await table.findUniqueOrThrow({ where: { id }, select: { sortKey: true } })
    const found = await table.findFirst({
      where: {
        ...{ providerId, docsUploadedAt: { not: null }, signingKeyId: { not: null } },
        ...{ version: { not: { contains: '-' } } },
        sortKey: side === 'before' ? { lt: sortKey } : { gt: sortKey },
      },
      orderBy: { sortKey: side === 'before' ? 'desc' : 'asc' },
      select: { id: true, version: true },
    })
    return found ?? undefined
  }

  private async compare(ctx: OperationContext, from: Version, to: Version): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      WITH differing AS (
        SELECT coalesce(n.category, o.category) AS category, coalesce(n.slug, o.slug) AS slug,
          coalesce(n.title, o.title) AS title,
          CASE WHEN o.id IS NULL THEN 'added' WHEN n.id IS NULL THEN 'removed' ELSE 'changed' END AS change
        FROM (SELECT * FROM provider_docs WHERE version_id = ${to.id}) n
        FULL JOIN (SELECT * FROM provider_docs WHERE version_id = ${from.id}) o
          ON o.category = n.category AND o.slug = n.slug
        WHERE n.id IS NULL OR o.id IS NULL
          OR (n.title, n.subcategory, n.description, n.content) <> (o.title, o.subcategory, o.description, o.content)
      ), first_ones AS (
        SELECT * FROM differing ORDER BY category, slug LIMIT ${mostPages}
      )
      INSERT INTO provider_docs_changes (version_id, from_version, added, removed, changed, pages)
      SELECT ${to.id}, ${from.version},
        count(*) FILTER (WHERE change = 'added'), count(*) FILTER (WHERE change = 'removed'),
        count(*) FILTER (WHERE change = 'changed'),
        coalesce((SELECT jsonb_agg(jsonb_build_object(
          'category', replace(category::text, '_', '-'), 'slug', slug, 'title', title, 'change', change
        ) ORDER BY category, slug) FROM first_ones), '[]')
      FROM differing
      ON CONFLICT (version_id) DO UPDATE SET from_version = EXCLUDED.from_version, added = EXCLUDED.added,
        removed = EXCLUDED.removed, changed = EXCLUDED.changed, pages = EXCLUDED.pages`
  }
}
