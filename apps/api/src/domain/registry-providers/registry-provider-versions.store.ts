import { engineVersionSortKey } from '@engine/shared'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import type { RegistryProviderVersion } from './registry-provider-version.js'

const whole = {
  platforms: { orderBy: [{ os: 'asc' }, { arch: 'asc' }] },
} satisfies Prisma.RegistryProviderVersionInclude

type Row = Prisma.RegistryProviderVersionGetPayload<{ include: typeof whole }>

const newestFirst: Prisma.RegistryProviderVersionOrderByWithRelationInput[] = [
  { sortKey: 'desc' },
  { id: 'asc' },
]

export type NewVersion = Pick<RegistryProviderVersion, 'providerId' | 'version' | 'keyId'> & {
  readonly protocols: string[]
}

export class RegistryProviderVersionsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Newest first. */
  async listOfProvider(
    ctx: OperationContext,
    providerId: string,
    page: Page,
  ): Promise<Paged<RegistryProviderVersion>> {
    const { registryProviderVersion: table } = this.database.of(ctx)
    const where = { providerId }
    return paged(
      page,
      () => table.count({ where }),
      async (range) =>
        (await table.findMany({ where, orderBy: newestFirst, include: whole, ...range })).map(toVersion),
    )
  }

  /** Newest first, of all these providers. */
  async findAllOf(ctx: OperationContext, providerIds: readonly string[]): Promise<RegistryProviderVersion[]> {
    const rows = await this.database.of(ctx).registryProviderVersion.findMany({
      where: { providerId: { in: [...providerIds] } },
      orderBy: newestFirst,
      include: whole,
    })
    return rows.map(toVersion)
  }

  async findIn(
    ctx: OperationContext,
    providerId: string,
    version: string,
  ): Promise<RegistryProviderVersion | undefined> {
    return this.findUnique(ctx, { providerId_version: { providerId, version } })
  }

  async find(ctx: OperationContext, id: string): Promise<RegistryProviderVersion | undefined> {
    return this.findUnique(ctx, { id })
  }

  /** The version that a platform belongs to. */
  async findByPlatform(
    ctx: OperationContext,
    platformId: string,
  ): Promise<RegistryProviderVersion | undefined> {
    const where = { platforms: { some: { id: platformId } } }
    const row = await this.database.of(ctx).registryProviderVersion.findFirst({ where, include: whole })
    return row ? toVersion(row) : undefined
  }

  async create(ctx: OperationContext, facts: NewVersion): Promise<RegistryProviderVersion> {
    const now = ctx.clock.now()
    const sortKey = engineVersionSortKey(facts.version)
    const data = { ...facts, sortKey, id: newId('provver'), createdAt: now, updatedAt: now }
    try {
      return toVersion(await this.database.of(ctx).registryProviderVersion.create({ data, include: whole }))
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'registry_provider_versions_provider_id_version_key')
        throw invalid(faults.taken('version'))
      throw error
    }
  }

  /** Without facts it only notes that something about its platforms changed. */
  async update(
    ctx: OperationContext,
    { id, updatedAt }: RegistryProviderVersion,
    facts: Partial<Pick<RegistryProviderVersion, 'shasumsKey' | 'shasumsSigKey'>> = {},
  ): Promise<RegistryProviderVersion> {
    const data = { ...facts, updatedAt: changeTime(ctx.clock, updatedAt) }
    const table = this.database.of(ctx).registryProviderVersion
    return toVersion(await table.update({ where: { id }, data, include: whole }))
  }

  /** With its platforms. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).registryProviderVersion.delete({ where: { id } })
  }

  private async findUnique(
    ctx: OperationContext,
    where: Prisma.RegistryProviderVersionWhereUniqueInput,
  ): Promise<RegistryProviderVersion | undefined> {
    const row = await this.database.of(ctx).registryProviderVersion.findUnique({ where, include: whole })
    return row ? toVersion(row) : undefined
  }
}

function toVersion({ sortKey: _, ...row }: Row): RegistryProviderVersion {
  return row
}
