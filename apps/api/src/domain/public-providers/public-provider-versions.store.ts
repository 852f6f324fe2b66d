import { versionSortKey } from '@engine/shared'
import { sql } from 'kysely'
import { Prisma, type PublicProviderVersion as VersionRow } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { ListedVersion } from './provider-origins.js'
import type { ProviderProof } from './provider-proof.js'
import type {
  NumberedVersion,
  PublicProvider,
  PublicProviderPlatform,
  PublicProviderVersion,
  PublicVersionDecision,
  SigningKeysOfOrigin,
  StoredPlatform,
} from './public-provider.js'

const versionColumns = {
  ...{ id: true, providerId: true, version: true, protocols: true, listedPlatforms: true },
  ...{ firstSeenAt: true, publishedAt: true, heldFrom: true, checkedAt: true, unverified: true },
  ...{ keyId: true, newKey: true, alteredAt: true, alteration: true, goneFromOrigin: true },
  ...{ decision: true, decisionReason: true, updatedAt: true },
} as const satisfies Partial<Record<keyof VersionRow, true>>

/** A version that is seen for the first time. */
export interface SeenVersion extends ListedVersion {
  readonly publishedAt: Date | null
  /** The beginning of its cooldown. */
  readonly heldFrom: Date
}

/** A version as one statement adds many of them. */
interface SeenRow {
  readonly id: string
  readonly version: string
  readonly sort_key: string
  readonly protocols: string[]
  readonly platforms: string[]
  readonly published_at: Date | null
  readonly held_from: Date
}

/** What a download document is made of, as it was first seen. */
export interface StoredDownload extends PublicProviderPlatform {
  readonly signingKeys: SigningKeysOfOrigin | null
  readonly packages: object | null
  /** As the origin said it last; null where it was never asked. */
  readonly document: Readonly<Record<string, unknown>> | null
}

/** The versions as they were first seen, with what proves them and what was decided of them. */
export class PublicProviderVersionsStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(ctx: OperationContext, id: string): Promise<PublicProviderVersion | undefined> {
    const { publicProviderVersion } = this.database.of(ctx)
    return (await publicProviderVersion.findUnique({ where: { id }, select: versionColumns })) ?? undefined
  }

  async findOf(
    ctx: OperationContext,
    providerId: string,
    version: string,
  ): Promise<PublicProviderVersion | undefined> {
    const where = { providerId_version: { providerId, version } }
    const { publicProviderVersion } = this.database.of(ctx)
    return (await publicProviderVersion.findUnique({ where, select: versionColumns })) ?? undefined
  }

  /** All of them, newest first. */
  async allOf(ctx: OperationContext, providerId: string): Promise<PublicProviderVersion[]> {
    return this.database.of(ctx).publicProviderVersion.findMany({
      where: { providerId },
      orderBy: { sortKey: 'desc' },
      select: versionColumns,
    })
  }

  /** The same page of each of these providers, newest first. */
  async list(
    ctx: OperationContext,
    providerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<PublicProviderVersion>>> {
    const rows = await this.database.of(ctx).publicProvider.findMany({
      where: { id: { in: [...providerIds] } },
      select: {
        id: true,
        versions: { orderBy: { sortKey: 'desc' }, select: versionColumns, ...rangeOf(page) },
        _count: { select: { versions: true } },
      },
    })
    return pagedByParent(page, rows, ({ versions, _count }) => [versions, _count.versions])
  }

  /** Of these versions, by id. */
  async platformsOf(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StoredPlatform[]>> {
    const rows = await this.database.of(ctx).publicProviderPlatform.findMany({
      where: { versionId: { in: [...versionIds] } },
      orderBy: [{ os: 'asc' }, { arch: 'asc' }],
      select: {
        ...{ versionId: true, os: true, arch: true, filename: true, shasum: true },
        version: { select: { packages: true } },
      },
    })
    const found = new Map<string, StoredPlatform[]>()
    for (const { versionId, version, ...platform } of rows) {
      const platforms = found.get(versionId) ?? []
      found.set(versionId, platforms)
      platforms.push({ ...platform, ...saidOf(version.packages, platform) })
    }
    return found
  }

  async findDownload(
    ctx: OperationContext,
    versionId: string,
    os: string,
    arch: string,
  ): Promise<StoredDownload | undefined> {
    const row = await this.database.of(ctx).publicProviderPlatform.findUnique({
      where: { versionId_os_arch: { versionId, os, arch } },
      include: { version: { select: { signingKeys: true, packages: true } } },
    })
    if (!row) return undefined
    const { filename, shasum, version, document } = row
    return {
      ...{ os, arch, filename, shasum },
      document: document as StoredDownload['document'],
      signingKeys: version.signingKeys as SigningKeysOfOrigin | null,
      packages: version.packages as object | null,
    }
  }

  /** Keeps what the origin says now of a file, for when it cannot be asked; not of one that was accepted meanwhile. */
  async keepDocument(
    ctx: OperationContext,
    versionId: string,
    { os, arch, shasum }: PublicProviderPlatform,
    document: object,
  ): Promise<void> {
    await this.database.of(ctx).publicProviderPlatform.updateMany({
      where: { versionId, os, arch, shasum },
      data: { document },
    })
  }

  /** Adds versions that are not known yet; what is known stays as it was first seen. */
  async add(
    ctx: OperationContext,
    providerId: string,
    versions: readonly SeenVersion[],
    at: Date,
  ): Promise<readonly NumberedVersion[]> {
    const rows = versions.map(({ version, protocols, platforms, publishedAt, heldFrom }) => ({
      ...{ id: newId('pubver'), version, sort_key: versionSortKey(version), protocols, platforms },
      ...{ published_at: publishedAt, held_from: heldFrom },
    }))
    // There may be thousands of them, of which each would be many parameters.
    const recorded = sql<SeenRow>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'s'>(
      sql`s (id text, version text, sort_key text, protocols text[], platforms text[], published_at timestamptz,
        held_from timestamptz)`,
    )
    const time = sql<Date>`${at}::timestamptz`
    const added = db
      .insertInto('public_provider_versions')
      .columns([
        ...(['id', 'provider_id', 'version', 'sort_key', 'protocols', 'listed_platforms'] as const),
        ...(['published_at', 'held_from', 'first_seen_at', 'updated_at'] as const),
      ])
      .expression(
        db
          .selectFrom(recorded)
          .select(['s.id', sql<string>`${providerId}`.as('provider_id'), 's.version', 's.sort_key'])
          .select(['s.protocols', 's.platforms', 's.published_at', 's.held_from'])
          .select([time.as('first_seen_at'), time.as('updated_at')]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'version'])
    return rowsOf(this.database.of(ctx), added)
  }

  /** Takes what the origin lists now of versions that nothing proves, or that are altered; what is proven stays. */
  async relist(ctx: OperationContext, providerId: string, listed: readonly ListedVersion[]): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      UPDATE public_provider_versions v
      SET protocols = s.protocols, listed_platforms = s.platforms, updated_at = ${ctx.clock.now()}
      FROM jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) AS s (version text, protocols text[], platforms text[])
      WHERE v.provider_id = ${providerId} AND v.version = s.version
        AND (v.checked_at IS NULL OR v.unverified IS NOT NULL OR v.altered_at IS NOT NULL)`
  }

  /** Marks what the origin lists no more, and what it lists again. */
  async markGone(ctx: OperationContext, providerId: string, listed: readonly string[]): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      UPDATE public_provider_versions SET gone_from_origin = NOT gone_from_origin, updated_at = ${ctx.clock.now()}
      WHERE provider_id = ${providerId} AND gone_from_origin = (version = ANY(${listed}))`
  }

  /**
   * The ids of keys that are known: those of the first look, and those that a person released a version by. A later
   * version by a known key keeps it known, whatever becomes of that one.
   */
  async knownKeyIdsOf(
    ctx: OperationContext,
    { id: providerId, firstSeenAt, firstKeyIds }: PublicProvider,
  ): Promise<ReadonlySet<string>> {
    const isLater = { firstSeenAt: { gt: firstSeenAt } }
    const rows = await this.database.of(ctx).publicProviderVersion.findMany({
      where: {
        providerId,
        keyId: { not: null },
        OR: [{ newKey: false, ...isLater }, { decision: 'release' }],
      },
      distinct: ['keyId'],
      select: { keyId: true },
    })
    return new Set([...firstKeyIds, ...rows.flatMap(({ keyId }) => keyId ?? [])])
  }

  /** Keeps what was seen of a version, in place of what was seen before. */
  async prove(
    ctx: OperationContext,
    versionId: string,
    proof: ProviderProof,
    newKey: boolean,
  ): Promise<PublicProviderVersion> {
    const now = ctx.clock.now()
    const database = this.database.of(ctx)
    const { unverified, keyId, signingKeys, shasumsDigest, packages, platforms } = proof
    const proven = await database.publicProviderVersion.update({
      where: { id: versionId },
      select: versionColumns,
      data: {
        ...{ checkedAt: now, unverified, keyId, newKey, shasumsDigest, updatedAt: now },
        signingKeys: (signingKeys ?? Prisma.DbNull) as Prisma.InputJsonValue,
        packages: (packages ?? Prisma.DbNull) as Prisma.InputJsonValue,
      },
    })
    await database.publicProviderPlatform.deleteMany({ where: { versionId } })
    await database.publicProviderPlatform.createMany({
      data: platforms.map((platform) => ({ versionId, ...platform })),
    })
    return proven
  }

  async digestOf(ctx: OperationContext, versionId: string): Promise<string | null> {
    const row = await this.database.of(ctx).publicProviderVersion.findUnique({
      where: { id: versionId },
      select: { shasumsDigest: true },
    })
    return row?.shasumsDigest ?? null
  }

  /** Marks a version as altered; false where it is known already, or was checked again since it was read. */
  async alter(
    ctx: OperationContext,
    { id, checkedAt }: PublicProviderVersion,
    alteration: string,
  ): Promise<boolean> {
    const now = ctx.clock.now()
    const { count } = await this.database.of(ctx).publicProviderVersion.updateMany({
      where: { id, checkedAt, alteredAt: null },
      data: { alteredAt: now, alteration, updatedAt: now },
    })
    return count > 0
  }

  /** The digests of first sight begin anew. */
  async forgetAlteration(ctx: OperationContext, versionId: string): Promise<void> {
    await this.database.of(ctx).publicProviderVersion.update({
      where: { id: versionId },
      data: { alteredAt: null, alteration: null },
    })
  }

  async decide(
    ctx: OperationContext,
    before: PublicProviderVersion,
    decision: PublicVersionDecision | null,
    decisionReason: string | null,
  ): Promise<PublicProviderVersion> {
    const updatedAt = changeTime(ctx.clock, before.updatedAt)
    return this.database.of(ctx).publicProviderVersion.update({
      where: { id: before.id },
      data: { decision, decisionReason, updatedAt },
      select: versionColumns,
    })
  }
}

/** What the origin says of a file beside its checksum. */
function saidOf(
  packages: unknown,
  { os, arch }: PublicProviderPlatform,
): Pick<StoredPlatform, 'h1' | 'size'> {
  const all = (packages ?? {}) as Readonly<
    Record<string, { hashes?: readonly string[]; package_size?: unknown } | undefined>
  >
  const said = all[`${os}_${arch}`]
  const size = said?.package_size
  return {
    h1: said?.hashes?.find((hash) => hash.startsWith('h1:')) ?? null,
    size: typeof size === 'number' ? size : null,
  }
}
