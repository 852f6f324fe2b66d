import { versionSortKey } from '@engine/shared'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { Provenance } from '../../kernel/provenance.js'
import { toDeprecationColumns, withDeprecation } from '../lifecycle/deprecation.store.js'
import { toEndOfLifeColumns, withEndOfLife } from '../lifecycle/end-of-life.store.js'
import { jsonOf, type StoreDatabase } from '../store.js'
import type { GpgKey } from './gpg-key.js'
import { toKey, withNamespace } from './gpg-keys.store.js'
import {
  platformTaken,
  type ProviderVersionAccess,
  type PublishedProviderVersion,
  type RegistryProviderPlatform,
  type RegistryProviderVersion,
  type TakenPlatform,
} from './registry-provider-version.js'
import type { RegistryProvider } from './registry-provider.js'

const whole = {
  platforms: { orderBy: [{ os: 'asc' }, { arch: 'asc' }] },
} satisfies Prisma.RegistryProviderVersionInclude

type Row = Prisma.RegistryProviderVersionGetPayload<{ include: typeof whole }>

const newestFirst: Prisma.RegistryProviderVersionOrderByWithRelationInput[] = [
  { sortKey: 'desc' },
  { id: 'asc' },
]

/** Condition that a version is unpublished though its checksums and their signature are there. */
const unpublished = {
  signingKeyId: null,
  shasumsKey: { not: null },
  shasumsSigKey: { not: null },
} satisfies Prisma.RegistryProviderVersionWhereInput

type NewVersion = Pick<RegistryProviderVersion, 'providerId' | 'version' | 'keyId' | 'provenance'> & {
  readonly protocols: string[]
}

type PlatformBinary = Pick<
  RegistryProviderPlatform,
  'binaryKey' | 'binarySha256' | 'binarySize' | 'zipFault' | 'zipProblem' | 'packageHash'
>

type NewPlatform = Omit<RegistryProviderPlatform, 'id' | keyof PlatformBinary>

/** A platform whose zip was not looked through yet. */
export interface UnhashedPlatform {
  readonly id: string
  readonly binaryKey: string
}

type ChangingFacts = Pick<
  RegistryProviderVersion,
  | 'shasumsKey'
  | 'shasumsSigKey'
  | 'signingKeyId'
  | 'publicationError'
  | 'provenance'
  | 'deprecation'
  | 'endOfLife'
  | 'docsUploadedAt'
  | 'docsSize'
>

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

  /** Newest first: those of these providers that are published by a key which the organization still has. */
  async findPublishedOf(
    ctx: OperationContext,
    providers: readonly RegistryProvider[],
    version?: string,
  ): Promise<PublishedProviderVersion[]> {
    const signedBy = providers.map(({ id: providerId, organizationId }) => ({
      providerId,
      signingKey: { organizationId },
    }))
    const rows = await this.database.of(ctx).registryProviderVersion.findMany({
      where: { OR: signedBy, ...(version !== undefined && { version }) },
      orderBy: newestFirst,
      include: { ...whole, signingKey: { include: withNamespace } },
    })
    return rows.flatMap(({ signingKey, ...row }) =>
      signingKey ? [{ ...toVersion(row), signingKey: toKey(signingKey) }] : [],
    )
  }

  /** Finds versions that name this key and have their checksums, but are not published. */
  async findWaitingFor(
    ctx: OperationContext,
    key: GpgKey,
    signerIds: readonly string[],
  ): Promise<RegistryProviderVersion[]> {
    const rows = await this.database.of(ctx).registryProviderVersion.findMany({
      where: waitingFor(key, signerIds),
      include: whole,
    })
    return rows.map(toVersion)
  }

  /** Marks the versions that waited for the key to be judged again. */
  async markUnjudged(ctx: OperationContext, key: GpgKey, signerIds: readonly string[]): Promise<void> {
    await this.database.of(ctx).registryProviderVersion.updateMany({
      where: waitingFor(key, signerIds),
      data: { publicationError: null },
    })
  }

  /**
   * Finds versions that have all their files, but neither are published nor say why not; the first hundred.
   */
  async findUnjudged(ctx: OperationContext): Promise<RegistryProviderVersion[]> {
    const rows = await this.database.of(ctx).registryProviderVersion.findMany({
      where: {
        ...unpublished,
        publicationError: null,
        platforms: { some: {}, none: { binaryKey: null } },
      },
      orderBy: { updatedAt: 'asc' },
      take: 100,
      include: whole,
    })
    return rows.map(toVersion)
  }

  /** Withdraws what was published by a key, and says why. */
  async withdrawSignedBy(ctx: OperationContext, signingKeyId: string, reason: string): Promise<void> {
    await this.database.of(ctx).registryProviderVersion.updateMany({
      where: { signingKeyId },
      data: { signingKeyId: null, publicationError: reason, putAwayAt: null },
    })
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
    const sortKey = versionSortKey(facts.version)
    const made = { id: newId('provver'), createdAt: now, updatedAt: now }
    const data = { ...facts, sortKey, provenance: jsonOf(facts.provenance), ...made }
    try {
      return toVersion(await this.database.of(ctx).registryProviderVersion.create({ data, include: whole }))
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'registry_provider_versions_provider_id_version_key')
        throw invalid(faults.taken('version'))
      throw error
    }
  }

  /** Updates a version; without facts it only records that something about its platforms changed. */
  async update(
    ctx: OperationContext,
    { id, updatedAt }: RegistryProviderVersion,
    { deprecation, endOfLife, provenance, ...facts }: Partial<ChangingFacts> = {},
  ): Promise<RegistryProviderVersion> {
    const columns = {
      ...(deprecation !== undefined && toDeprecationColumns(deprecation)),
      ...(endOfLife !== undefined && toEndOfLifeColumns(endOfLife)),
      ...(provenance !== undefined && { provenance: jsonOf(provenance) }),
    }
    const judged = facts.publicationError === undefined ? {} : { putAwayAt: null }
    const data = { ...facts, ...columns, ...judged, updatedAt: changeTime(ctx.clock, updatedAt) }
    const table = this.database.of(ctx).registryProviderVersion
    return toVersion(await table.update({ where: { id }, data, include: whole }))
  }

  /** Deletes a version with its platforms. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).registryProviderVersion.delete({ where: { id } })
  }

  async createPlatform(ctx: OperationContext, facts: NewPlatform): Promise<RegistryProviderPlatform> {
    try {
      const data = { ...facts, id: newId('provpltfrm') }
      return await this.database.of(ctx).registryProviderPlatform.create({ data })
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'registry_provider_platforms_version_id_os_arch_key') throw invalid(platformTaken)
      throw error
    }
  }

  async setBinary(ctx: OperationContext, id: string, binary: PlatformBinary): Promise<void> {
    await this.database.of(ctx).registryProviderPlatform.update({ where: { id }, data: binary })
  }

  /** The first `count` of those whose ids come after that one. */
  async findUnhashed(ctx: OperationContext, after: string, count: number): Promise<UnhashedPlatform[]> {
    const rows = await this.database.of(ctx).registryProviderPlatform.findMany({
      where: { id: { gt: after }, packageHash: null, binaryKey: { not: null } },
      orderBy: { id: 'asc' },
      take: count,
      select: { id: true, binaryKey: true },
    })
    return rows.flatMap(({ id, binaryKey }) => (binaryKey === null ? [] : [{ id, binaryKey }]))
  }

  /** Stores the hash if the zip is still the one that was hashed. */
  async setPackageHash(
    ctx: OperationContext,
    { id, binaryKey }: UnhashedPlatform,
    facts: { readonly packageHash: string; readonly binarySize: number },
  ): Promise<void> {
    await this.database.of(ctx).registryProviderPlatform.updateMany({
      where: { id, binaryKey, packageHash: null },
      data: facts,
    })
  }

  async deletePlatform(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).registryProviderPlatform.delete({ where: { id } })
  }

  /** Takes the number and its files for good, so that no number ever stands for other files (contract §10). */
  async take(ctx: OperationContext, { provider, version }: ProviderVersionAccess): Promise<void> {
    const number = numberOf(provider, version.version)
    const data = version.platforms.map(({ os, arch, filename, shasum }) => {
      return { ...number, os, arch, filename, shasum: shasum.toLowerCase(), takenAt: ctx.clock.now() }
    })
    await this.database.of(ctx).takenProviderPlatform.createMany({ data, skipDuplicates: true })
  }

  /** The platforms that the version ever had while it was published; none: it never was. */
  async listTaken(
    ctx: OperationContext,
    provider: RegistryProvider,
    version: string,
  ): Promise<TakenPlatform[]> {
    const select = { os: true, arch: true, filename: true, shasum: true } as const
    const where = numberOf(provider, version)
    return this.database.of(ctx).takenProviderPlatform.findMany({ where, select })
  }

  private async findUnique(
    ctx: OperationContext,
    where: Prisma.RegistryProviderVersionWhereUniqueInput,
  ): Promise<RegistryProviderVersion | undefined> {
    const row = await this.database.of(ctx).registryProviderVersion.findUnique({ where, include: whole })
    return row ? toVersion(row) : undefined
  }
}

/** A fingerprint ends with the long id. */
function waitingFor(
  { organizationId }: GpgKey,
  signerIds: readonly string[],
): Prisma.RegistryProviderVersionWhereInput {
  const OR = signerIds.map((id) => ({ keyId: { endsWith: id, mode: 'insensitive' as const } }))
  return { ...unpublished, provider: { organizationId }, OR }
}

/** A number of a provider, whether the provider is still there or not; its namespace is the organization's. */
function numberOf(
  { organizationId, name }: RegistryProvider,
  version: string,
): { organizationId: string; providerKey: string; version: string } {
  return { organizationId, providerKey: name.toLowerCase(), version }
}

function toVersion({ sortKey: _, ...row }: Row): RegistryProviderVersion {
  return withEndOfLife(withDeprecation({ ...row, provenance: row.provenance as Provenance | null }))
}
