import { versionSortKey } from '@engine/shared'
import { sql, type RawBuilder } from 'kysely'
import { Prisma, type PublicProviderVersion as VersionRow } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { partsOf } from '../../kernel/public-registry.js'
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

/** So many versions are written by one statement. */
const addedAtOnce = 1000
/** In bytes. */
const largestDocument = 1024 * 1024
/** What is stored of a download document. */
const downloadMembers = [
  ...['protocols', 'os', 'arch', 'filename', 'shasum', 'download_url'],
  ...['shasums_url', 'shasums_signature_url', 'signing_keys'],
]

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
  readonly protocols: string
  readonly platforms: string
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

  /** The newest of a provider, or of those of its versions. */
  async newestOf(
    ctx: OperationContext,
    providerId: string,
    most: number,
    ids?: readonly string[],
  ): Promise<PublicProviderVersion[]> {
    return this.database.of(ctx).publicProviderVersion.findMany({
      where: { providerId, ...(ids && { id: { in: [...ids] } }) },
      orderBy: { sortKey: 'desc' },
      take: most,
      select: versionColumns,
    })
  }

  /** What is compared: the newest, and of the others those that prove nothing yet, the longest ago first. */
  async comparableOf(
    ctx: OperationContext,
    providerId: string,
    most: number,
    without: readonly string[],
  ): Promise<PublicProviderVersion[]> {
    const { publicProviderVersion } = this.database.of(ctx)
    const newest = await publicProviderVersion.findMany({
      where: { providerId, id: { notIn: [...without] } },
      orderBy: { sortKey: 'desc' },
      take: most,
      select: versionColumns,
    })
    const others = { notIn: [...without, ...newest.map(({ id }) => id)] }
    const unverified = await publicProviderVersion.findMany({
      where: { providerId, id: others, unverified: { not: null }, goneFromOrigin: false },
      orderBy: { checkedAt: 'asc' },
      take: most,
      select: versionColumns,
    })
    return [...newest, ...unverified]
  }

  /** The numbers of all that are known. */
  async numbersOf(ctx: OperationContext, providerId: string): Promise<ReadonlySet<string>> {
    const joined = db
      .selectFrom('public_provider_versions')
      .select(sql<string | null>`string_agg(version, E'\n')`.as('numbers'))
      .where('provider_id', '=', providerId)
    const [row] = await rowsOf(this.database.of(ctx), joined)
    return new Set(partsOf(row?.numbers ?? ''))
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
    // Rows of earlier releases have whole documents of origins: of those the members of the protocol are read alone.
    const members = sql`(SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(p.document) e
      WHERE e.key = ANY(${downloadMembers}))`
    const bounded = (value: RawBuilder<unknown>) =>
      sql`CASE WHEN octet_length((${value})::text) <= ${largestDocument} THEN ${value} END`
    const kept = db
      .selectFrom('public_provider_platforms as p')
      .innerJoin('public_provider_versions as v', 'v.id', 'p.version_id')
      .select(['p.os', 'p.arch', 'p.filename', 'p.shasum'])
      .select([
        bounded(members).$castTo<StoredDownload['document']>().as('document'),
        bounded(sql`v.signing_keys`)
          .$castTo<SigningKeysOfOrigin | null>()
          .as('signingKeys'),
        bounded(sql`v.packages`)
          .$castTo<object | null>()
          .as('packages'),
      ])
      .where('p.version_id', '=', versionId)
      .where('p.os', '=', os)
      .where('p.arch', '=', arch)
    const [row] = await rowsOf(this.database.of(ctx), kept)
    return row
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
    const added: NumberedVersion[] = []
    // There may be thousands of them: between two statements other requests have their turn.
    for (let start = 0; start < versions.length; start += addedAtOnce)
      added.push(...(await this.addSome(ctx, providerId, versions.slice(start, start + addedAtOnce), at)))
    return added
  }

  private async addSome(
    ctx: OperationContext,
    providerId: string,
    versions: readonly SeenVersion[],
    at: Date,
  ): Promise<readonly NumberedVersion[]> {
    const rows = versions.map(({ version, protocols, platforms, publishedAt, heldFrom }) => ({
      ...{ id: newId('pubver'), version, sort_key: versionSortKey(version), protocols, platforms },
      ...{ published_at: publishedAt, held_from: heldFrom },
    }))
    // As one parameter: each version would be many.
    const recorded = sql<SeenRow>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'s'>(
      sql`s (id text, version text, sort_key text, protocols text, platforms text, published_at timestamptz,
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
          .select([
            sql<string[]>`string_to_array(s.protocols, E'\n')`.as('protocols'),
            sql<string[]>`string_to_array(s.platforms, E'\n')`.as('listed_platforms'),
          ])
          .select(['s.published_at', 's.held_from'])
          .select([time.as('first_seen_at'), time.as('updated_at')]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'version'])
    return rowsOf(this.database.of(ctx), added)
  }

  /** Takes what the origin lists now of versions that nothing proves; `altered`: of those too. What is proven stays. */
  async relist(
    ctx: OperationContext,
    providerId: string,
    listed: readonly ListedVersion[],
    { altered }: { readonly altered: boolean },
  ): Promise<void> {
    for (let start = 0; start < listed.length; start += addedAtOnce)
      await this.database.of(ctx).$executeRaw`
        UPDATE public_provider_versions v
        SET protocols = string_to_array(s.protocols, E'\n'), listed_platforms = string_to_array(s.platforms, E'\n'),
          updated_at = ${ctx.clock.now()}
        FROM jsonb_to_recordset(${JSON.stringify(listed.slice(start, start + addedAtOnce))}::jsonb)
          AS s (version text, protocols text, platforms text)
        WHERE v.provider_id = ${providerId} AND v.version = s.version
          AND (v.checked_at IS NULL OR v.unverified IS NOT NULL OR (${altered} AND v.altered_at IS NOT NULL))
          AND (v.protocols, v.listed_platforms)
            IS DISTINCT FROM (string_to_array(s.protocols, E'\n'), string_to_array(s.platforms, E'\n'))`
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
        signingKeys: (signingKeys ?? Prisma.DbNull) as object as Prisma.InputJsonValue,
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
