import { sql, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import {
  paged,
  pagedByParent,
  rangeOf,
  sortedBy,
  type OrderedPage,
  type Orders,
  type Page,
  type Paged,
} from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { toDeprecationColumns, withDeprecation } from '../lifecycle/deprecation.store.js'
import { isOpenTo, isSharedWith } from '../registry-sharing/registry-visibility.store.js'
import { allOf, db, pagedRows } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { ProviderFilter, ProviderOrder, RegistryName, RegistryProvider } from './registry-provider.js'

/** Parts of a provider that are read; the names that searches find it by may be long. */
const head = {
  include: {
    organization: { select: { name: true } },
    versions: { select: { id: true }, orderBy: [{ sortKey: 'desc' }, { id: 'asc' }] },
  },
  omit: { documentedNames: true },
} satisfies Prisma.RegistryProviderDefaultArgs

type Row = Prisma.RegistryProviderGetPayload<typeof head>

const orders: Orders<ProviderOrder, Prisma.RegistryProviderOrderByWithRelationInput[]> = {
  name: (along) => [{ namespaceKey: along }, { nameKey: along }, { id: along }],
  // The database knows `public` as the first of its two registry names.
  registry: (along, against) => [{ registryName: against }, { namespace: along }, { name: along }],
  created: (along) => [{ createdAt: along }, { id: along }],
}

const byAddress = orders.registry('asc', 'desc')

/** The constraint's name, as PostgreSQL cuts it at 63 characters. */
const addressKey = 'registry_providers_organization_id_registry_name_namespace__key'

type NewProvider = Pick<
  RegistryProvider,
  'organizationId' | 'registryName' | 'namespace' | 'name' | 'sourceUrl'
>

/**
 * Condition that the provider `p` of the organization `o` is shared with the caller, and has anything to
 * install.
 */
export const isSharedProvider = (ctx: OperationContext): RawBuilder<boolean> => sql<boolean>`(
  p.registry_name = 'private' AND p.deprecation IS DISTINCT FROM 'revoked'
  AND ${isOpenTo(ctx.actor, 'o')} AND ${isSharedWith(ctx, 'providers')}
  AND EXISTS (
    SELECT FROM registry_provider_versions v JOIN gpg_keys k ON k.id = v.signing_key_id AND k.organization_id = o.id
    WHERE v.provider_id = p.id AND v.deprecation IS DISTINCT FROM 'revoked'))`

export class RegistryProvidersStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists providers by registry name, namespace and name; those of one organization, or of all. */
  async list(
    ctx: OperationContext,
    filter: Omit<ProviderFilter, 'organization'>,
    page: OrderedPage<ProviderOrder>,
    organizationId?: string,
  ): Promise<Paged<RegistryProvider>> {
    const { registryProvider } = this.database.of(ctx)
    const where = { ...(organizationId !== undefined && { organizationId }), ...toWhere(filter) }
    const orderBy = sortedBy(page, orders, byAddress)
    return paged(
      page,
      () => registryProvider.count({ where }),
      async (range) =>
        (await registryProvider.findMany({ where, orderBy, ...head, ...range })).map(toProvider),
    )
  }

  /** The same page of the list of each of these organizations. */
  async listOfOrganizations(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: Omit<ProviderFilter, 'organization'>,
    page: OrderedPage<ProviderOrder>,
  ): Promise<ReadonlyMap<string, Paged<RegistryProvider>>> {
    const where = toWhere(filter)
    const rows = await this.database.of(ctx).organization.findMany({
      where: { id: { in: [...organizationIds] } },
      select: {
        id: true,
        providers: { where, orderBy: sortedBy(page, orders, byAddress), ...head, ...rangeOf(page) },
        _count: { select: { providers: { where } } },
      },
    })
    return pagedByParent(page, rows, ({ providers, _count }) => [providers.map(toProvider), _count.providers])
  }

  /** Finds a provider by namespace and name in any case. */
  async findIn(
    ctx: OperationContext,
    organizationId: string,
    registryName: RegistryName,
    namespace: string,
    name: string,
  ): Promise<RegistryProvider | undefined> {
    const [namespaceKey, nameKey] = [namespace.toLowerCase(), name.toLowerCase()]
    const key = { organizationId, registryName, namespaceKey, nameKey }
    const row = await this.database.of(ctx).registryProvider.findUnique({
      where: { organizationId_registryName_namespaceKey_nameKey: key },
      ...head,
    })
    return row ? toProvider(row) : undefined
  }

  async find(ctx: OperationContext, id: string): Promise<RegistryProvider | undefined> {
    const row = await this.database.of(ctx).registryProvider.findUnique({ where: { id }, ...head })
    return row ? toProvider(row) : undefined
  }

  async findByIds(ctx: OperationContext, ids: readonly string[]): Promise<readonly RegistryProvider[]> {
    const where = { id: { in: [...ids] } }
    const rows = await this.database.of(ctx).registryProvider.findMany({ where, ...head })
    return rows.map(toProvider)
  }

  /** Lists the providers that are shared with the caller, by namespace and name. */
  async listShared(ctx: OperationContext, search: string, page: Page): Promise<Paged<RegistryProvider>> {
    const part = `%${literally(search.toLowerCase())}%`
    const isNamed = sql<boolean>`(
      p.name_key LIKE ${part} OR p.namespace_key LIKE ${part} OR p.documented_names LIKE ${part})`
    const conditions = [isSharedProvider(ctx), ...(search === '' ? [] : [isNamed])]
    const shared = db
      .selectFrom('registry_providers as p')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .select('p.id')
      .where(allOf(conditions))
      .orderBy(sql`p.namespace_key, p.name_key, p.id`)
    const { items, ...list } = await pagedRows(this.database.of(ctx), page, shared)
    const found = await this.findByIds(
      ctx,
      items.map(({ id }) => id),
    )
    const providers = new Map(found.map((provider) => [provider.id, provider]))
    return { ...list, items: items.flatMap(({ id }) => providers.get(id) ?? []) }
  }

  /** Locks the organization's name until the transaction ends, which is the namespace of its private providers. */
  async lockOrganization(ctx: OperationContext, organizationId: string): Promise<void> {
    await this.database.of(ctx)
      .$executeRaw`SELECT id FROM organizations WHERE id = ${organizationId} FOR KEY SHARE`
  }

  /** Locks the provider, its versions and their files until the transaction ends. */
  async lock(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM registry_providers WHERE id = ${id} FOR UPDATE`
  }

  async create(ctx: OperationContext, facts: NewProvider): Promise<RegistryProvider> {
    const now = ctx.clock.now()
    const keys = { namespaceKey: facts.namespace.toLowerCase(), nameKey: facts.name.toLowerCase() }
    const data = { ...facts, ...keys, id: newId('prov'), createdAt: now, updatedAt: now }
    try {
      return toProvider(await this.database.of(ctx).registryProvider.create({ data, ...head }))
    } catch (error) {
      if (this.database.violatedConstraint(error) === addressKey) throw invalid(faults.taken('name'))
      throw error
    }
  }

  /** Records that something about its versions changed. */
  async touch(ctx: OperationContext, { id, updatedAt }: RegistryProvider): Promise<void> {
    const data = { updatedAt: changeTime(ctx.clock, updatedAt) }
    await this.database.of(ctx).registryProvider.update({ where: { id }, data, select: { id: true } })
  }

  /** A deprecation of null restores it. */
  async update(
    ctx: OperationContext,
    { id, updatedAt }: RegistryProvider,
    { deprecation, sourceUrl }: Pick<RegistryProvider, 'deprecation' | 'sourceUrl'>,
  ): Promise<RegistryProvider> {
    const columns = { ...toDeprecationColumns(deprecation), sourceUrl }
    const data = { ...columns, updatedAt: changeTime(ctx.clock, updatedAt) }
    const table = this.database.of(ctx).registryProvider
    return toProvider(await table.update({ where: { id }, data, ...head }))
  }

  /** Deletes a provider with all its versions. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).registryProvider.delete({ where: { id } })
  }
}

function toWhere({
  search,
  registryName,
}: Omit<ProviderFilter, 'organization'>): Prisma.RegistryProviderWhereInput {
  const part = { contains: literally(search?.toLowerCase() ?? '') }
  return {
    ...(registryName && { registryName }),
    ...(search && { OR: [{ nameKey: part }, { namespaceKey: part }, { documentedNames: part }] }),
  }
}

function toProvider({ organization, versions, namespaceKey: _, nameKey: __, ...row }: Row): RegistryProvider {
  const versionIds = versions.map(({ id }) => id)
  return { ...withDeprecation(row), organization: organization.name, versionIds }
}
