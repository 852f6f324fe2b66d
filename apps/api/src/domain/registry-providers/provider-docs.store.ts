import { documentedName, type ProviderDocCategory } from '@engine/shared/provider-docs'
import type { Prisma, ProviderDocCategory as CategoryColumn } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { slicesOf } from '../../kernel/slices.js'
import type { ReadmeRefusal, RenderedReadme } from '../registry-modules/readme-tree.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type {
  DocumentedVersion,
  ProviderDoc,
  ProviderDocFilter,
  ProviderDocGroup,
  ProviderDocPage,
} from './provider-doc.js'
import type { RegistryProvider } from './registry-provider.js'

const select = {
  id: true,
  versionId: true,
  category: true,
  slug: true,
  title: true,
  subcategory: true,
  description: true,
  path: true,
  truncated: true,
} satisfies Prisma.ProviderDocSelect

type Row = Prisma.ProviderDocGetPayload<{ select: typeof select }>

const inOrder: Prisma.ProviderDocOrderByWithRelationInput[] = [
  { category: 'asc' },
  { subcategory: 'asc' },
  { slug: 'asc' },
]

/** Limits of one statement: of its rows, and of the characters in them. */
const mostRows = 100
const mostCharacters = 256 * 1024

/** Store of the documentation of versions: one row for each page. */
export class ProviderDocsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists pages by category, subcategory and slug. */
  async list(
    ctx: OperationContext,
    versionId: string,
    { category, slug, subcategory, search }: ProviderDocFilter,
    page: Page,
  ): Promise<Paged<ProviderDoc>> {
    const table = this.database.of(ctx).providerDoc
    const part = { contains: literally(search ?? ''), mode: 'insensitive' } as const
    const where: Prisma.ProviderDocWhereInput = {
      versionId,
      ...(category && { category: columnOf(category) }),
      ...(slug !== undefined && { slug }),
      ...(subcategory !== undefined && { subcategory }),
      ...(search && { OR: [{ title: part }, { slug: part }, { subcategory: part }] }),
    }
    return paged(
      page,
      () => table.count({ where }),
      async (range) => (await table.findMany({ where, orderBy: inOrder, select, ...range })).map(toDoc),
    )
  }

  /** Lists the documented versions of a provider, newest first. */
  async listVersions(
    ctx: OperationContext,
    providerId: string,
    publishedOnly: boolean,
    page: Page,
  ): Promise<Paged<DocumentedVersion>> {
    const table = this.database.of(ctx).registryProviderVersion
    const where = {
      ...{ providerId, docsUploadedAt: { not: null } },
      ...(publishedOnly && { signingKeyId: { not: null } }),
    }
    const orderBy = [{ sortKey: 'desc' }, { id: 'asc' }] as const
    return paged(
      page,
      () => table.count({ where }),
      async (range) => {
        const rows = await table.findMany({
          where,
          orderBy: [...orderBy],
          select: { version: true, docsUploadedAt: true },
          ...range,
        })
        return rows.flatMap(({ version, docsUploadedAt: uploadedAt }) =>
          uploadedAt ? [{ version, uploadedAt }] : [],
        )
      },
    )
  }

  /** The subcategories of a version with the numbers of their pages, in the order of the pages. */
  async groups(ctx: OperationContext, versionId: string): Promise<ProviderDocGroup[]> {
    const rows = await this.database.of(ctx).providerDoc.groupBy({
      by: ['category', 'subcategory'],
      where: { versionId },
      orderBy: [{ category: 'asc' }, { subcategory: 'asc' }],
      _count: { _all: true },
    })
    return rows.map(({ category, subcategory, _count }) => {
      return { category: categoryOf(category), subcategory, count: _count._all }
    })
  }

  async find(ctx: OperationContext, id: string): Promise<ProviderDoc | undefined> {
    const row = await this.database.of(ctx).providerDoc.findUnique({ where: { id }, select })
    return row ? toDoc(row) : undefined
  }

  async findIn(
    ctx: OperationContext,
    versionId: string,
    category: ProviderDocCategory,
    slug: string,
  ): Promise<ProviderDoc | undefined> {
    const key = { versionId, category: columnOf(category), slug }
    const where = { versionId_category_slug: key }
    const row = await this.database.of(ctx).providerDoc.findUnique({ where, select })
    return row ? toDoc(row) : undefined
  }

  /** The Markdown of a page; undefined if it was replaced meanwhile. */
  async content(ctx: OperationContext, id: string): Promise<string | undefined> {
    const row = await this.database
      .of(ctx)
      .providerDoc.findUnique({ where: { id }, select: { content: true } })
    return row?.content
  }

  async findRendered(ctx: OperationContext, id: string): Promise<RenderedReadme | undefined> {
    const row = await this.database
      .of(ctx)
      .providerDoc.findUnique({ where: { id }, select: { tree: true, refusal: true } })
    if (!row) return undefined
    if (row.tree !== null) return { tree: row.tree, refusal: null }
    // The database lets nothing else in.
    return row.refusal === null ? undefined : { tree: null, refusal: row.refusal as ReadmeRefusal }
  }

  /** Stores what became of a page, unless it was replaced meanwhile. */
  async setRendered(ctx: OperationContext, id: string, { tree, refusal }: RenderedReadme): Promise<void> {
    await this.database.of(ctx).providerDoc.updateMany({ where: { id }, data: { tree, refusal } })
  }

  /** Replaces all pages of a version. */
  async replace(ctx: OperationContext, versionId: string, pages: readonly ProviderDocPage[]): Promise<void> {
    const table = this.database.of(ctx).providerDoc
    await table.deleteMany({ where: { versionId } })
    for await (const [batch = []] of slicesOf(batchesOf(pages), 1)) {
      const data = batch.map((page) => {
        return { ...page, category: columnOf(page.category), id: newId('provdoc'), versionId }
      })
      await table.createMany({ data })
    }
  }

  /** Writes the names that searches find a provider by: those that its newest documented version documents. */
  async writeNames(ctx: OperationContext, { id, name }: RegistryProvider): Promise<void> {
    const database = this.database.of(ctx)
    const newest = await database.registryProviderVersion.findFirst({
      where: { providerId: id, docsUploadedAt: { not: null } },
      orderBy: [{ sortKey: 'desc' }, { id: 'asc' }],
      select: { id: true },
    })
    const docs = db
      .selectFrom('provider_docs')
      .select(['category', 'slug'])
      .where('version_id', '=', newest?.id ?? '')
      .orderBy('category')
      .orderBy('subcategory')
      .orderBy('slug')
    const rows = await rowsOf(database, docs)
    const keys = rows.map(({ category, slug }) => ({ category: categoryOf(category), slug }))
    const names = keys.flatMap((key) => documentedName(name, key)?.toLowerCase() ?? [])
    const data = { documentedNames: [...new Set(names)].join(' ') }
    await database.registryProvider.update({ where: { id }, data, select: { id: true } })
  }
}

/** Cuts the pages into what one statement writes. */
function batchesOf(pages: readonly ProviderDocPage[]): readonly (readonly ProviderDocPage[])[] {
  const batches: ProviderDocPage[][] = []
  let characters = Infinity
  for (const page of pages) {
    const last = batches.at(-1)
    characters += page.content.length
    if (last && last.length < mostRows && characters <= mostCharacters) last.push(page)
    else {
      batches.push([page])
      characters = page.content.length
    }
  }
  return batches
}

const columnOf = (category: ProviderDocCategory): CategoryColumn =>
  category.replace('-', '_') as CategoryColumn

const categoryOf = (column: CategoryColumn): ProviderDocCategory =>
  column.replace('_', '-') as ProviderDocCategory

const toDoc = ({ category, ...row }: Row): ProviderDoc => ({ ...row, category: categoryOf(category) })
