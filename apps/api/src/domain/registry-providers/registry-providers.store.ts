import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import type { StoreDatabase } from '../store.js'
import type { ProviderFilter, RegistryName, RegistryProvider } from './registry-provider.js'

const head = {
  organization: { select: { name: true } },
  versions: { select: { id: true }, orderBy: [{ sortKey: 'desc' }, { id: 'asc' }] },
} satisfies Prisma.RegistryProviderInclude

type Row = Prisma.RegistryProviderGetPayload<{ include: typeof head }>

/** The constraint's name, as PostgreSQL cuts it at 63 characters. */
const addressKey = 'registry_providers_organization_id_registry_name_namespace__key'

export type NewProvider = Pick<RegistryProvider, 'organizationId' | 'registryName' | 'namespace' | 'name'>

export class RegistryProvidersStore {
  constructor(private readonly database: StoreDatabase) {}

  /** By registry name, namespace and name; the database knows `public` as the first of its two registry names. */
  async listOfOrganization(
    ctx: OperationContext,
    organizationId: string,
    { search, registryName }: Omit<ProviderFilter, 'organization'>,
    page: Page,
  ): Promise<Paged<RegistryProvider>> {
    const { registryProvider } = this.database.of(ctx)
    const part = { contains: literally(search?.toLowerCase() ?? '') }
    const where: Prisma.RegistryProviderWhereInput = {
      organizationId,
      ...(registryName && { registryName }),
      ...(search && { OR: [{ nameKey: part }, { namespaceKey: part }] }),
    }
    const orderBy: Prisma.RegistryProviderOrderByWithRelationInput[] = [
      { registryName: 'desc' },
      { namespace: 'asc' },
      { name: 'asc' },
    ]
    return paged(
      page,
      () => registryProvider.count({ where }),
      async (range) =>
        (await registryProvider.findMany({ where, orderBy, include: head, ...range })).map(toProvider),
    )
  }

  /** In any case of namespace and name. */
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
      include: head,
    })
    return row ? toProvider(row) : undefined
  }

  async find(ctx: OperationContext, id: string): Promise<RegistryProvider | undefined> {
    const row = await this.database.of(ctx).registryProvider.findUnique({ where: { id }, include: head })
    return row ? toProvider(row) : undefined
  }

  /** Until the transaction ends the organization keeps its name, which is the namespace of its private providers. */
  async holdOrganization(ctx: OperationContext, organizationId: string): Promise<void> {
    await this.database.of(ctx)
      .$queryRaw`SELECT id FROM organizations WHERE id = ${organizationId} FOR KEY SHARE`
  }

  /** Until the transaction ends nobody else changes the provider, its versions or their files. */
  async lock(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).$queryRaw`SELECT id FROM registry_providers WHERE id = ${id} FOR UPDATE`
  }

  async create(ctx: OperationContext, facts: NewProvider): Promise<RegistryProvider> {
    const now = ctx.clock.now()
    const keys = { namespaceKey: facts.namespace.toLowerCase(), nameKey: facts.name.toLowerCase() }
    const data = { ...facts, ...keys, id: newId('prov'), createdAt: now, updatedAt: now }
    try {
      return toProvider(await this.database.of(ctx).registryProvider.create({ data, include: head }))
    } catch (error) {
      if (this.database.violatedConstraint(error) === addressKey) throw invalid(faults.taken('name'))
      throw error
    }
  }

  /** Notes that something about its versions changed. */
  async touch(ctx: OperationContext, { id, updatedAt }: RegistryProvider): Promise<void> {
    const data = { updatedAt: changeTime(ctx.clock, updatedAt) }
    await this.database.of(ctx).registryProvider.update({ where: { id }, data })
  }

  /** With all its versions. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).registryProvider.delete({ where: { id } })
  }
}

function toProvider({ organization, versions, namespaceKey: _, nameKey: __, ...row }: Row): RegistryProvider {
  return { ...row, organization: organization.name, versionIds: versions.map(({ id }) => id) }
}
