import { versionSortKey } from '@engine/shared'
import { sql } from 'kysely'
import { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { partsOf } from '../../kernel/public-registry.js'
import { db, rowsOf } from '../sql.js'
import { selectionOf, type StoreDatabase } from '../store.js'
import type { FileDifference } from './file-difference.js'
import type { ListedVersion } from './provider-origins.js'
import type { ProviderProof } from './provider-proof.js'
import {
  publicProviderVersion,
  type NumberedVersion,
  type PublicProvider,
  type PublicProviderPlatform,
  type PublicProviderVersion,
  type PublicVersionDecision,
} from './public-provider.js'

/** The number of versions that one statement writes. */
const addedAtOnce = 1000
const versionColumns = selectionOf(publicProviderVersion)

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

/** The versions as they were first seen, with their proofs and decisions. */
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

  /** Finds the newest versions of a provider, of all or of these. */
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

  /** Finds the versions to compare: the newest, and unproven others, by their last check, the oldest first. */
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

  /** Finds the ids of all versions. */
  async idsOf(ctx: OperationContext, providerId: string): Promise<readonly string[]> {
    const where = { providerId }
    const rows = await this.database.of(ctx).publicProviderVersion.findMany({ where, select: { id: true } })
    return rows.map(({ id }) => id)
  }

  /** Finds the numbers of all versions that are known. */
  async numbersOf(ctx: OperationContext, providerId: string): Promise<ReadonlySet<string>> {
    const joined = db
      .selectFrom('public_provider_versions')
      .select(sql<string | null>`string_agg(version, E'\n')`.as('numbers'))
      .where('provider_id', '=', providerId)
    const [row] = await rowsOf(this.database.of(ctx), joined)
    return new Set(partsOf(row?.numbers ?? ''))
  }

  /** Lists the same page of each of these providers, newest first. */
  async list(
    ctx: OperationContext,
    providerIds: readonly string[],
    page: Page,
    { alteredOnly = false }: { readonly alteredOnly?: boolean } = {},
  ): Promise<ReadonlyMap<string, Paged<PublicProviderVersion>>> {
    const isAltered = { alteredAt: { not: null }, OR: [{ decision: null }, { decision: { not: 'block' } }] }
    const where = alteredOnly ? isAltered : {}
    const rows = await this.database.of(ctx).publicProvider.findMany({
      where: { id: { in: [...providerIds] } },
      select: {
        id: true,
        versions: { where, orderBy: { sortKey: 'desc' }, select: versionColumns, ...rangeOf(page) },
        _count: { select: { versions: { where } } },
      },
    })
    return pagedByParent(page, rows, ({ versions, _count }) => [versions, _count.versions])
  }

  /** Finds SHA256SUMS and its signature; undefined where they are not stored here. */
  async proofFilesOf(
    ctx: OperationContext,
    versionId: string,
  ): Promise<{ readonly shasums: Buffer; readonly signature: Buffer } | undefined> {
    const row = await this.database.of(ctx).publicProviderVersion.findUnique({
      where: { id: versionId },
      select: { shasums: true, shasumsSignature: true },
    })
    if (!row?.shasums || !row.shasumsSignature) return undefined
    return { shasums: Buffer.from(row.shasums), signature: Buffer.from(row.shasumsSignature) }
  }

  /** Stores SHA256SUMS and its signature of a version whose proof is the one that was first seen. */
  async storeProofFiles(ctx: OperationContext, versionId: string, proof: ProviderProof): Promise<void> {
    const { shasums, shasumsSignature, shasumsDigest } = proof
    if (!shasums || !shasumsSignature) return
    await this.database.of(ctx).publicProviderVersion.updateMany({
      where: { id: versionId, shasumsDigest, unverified: null },
      data: { shasums: Uint8Array.from(shasums), shasumsSignature: Uint8Array.from(shasumsSignature) },
    })
  }

  /** Adds versions that are not known yet; known ones stay as they were first seen. */
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

  /** Writes what the origin lists now of unproven versions; with `altered` also of altered ones. Proven ones stay. */
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

  /** Marks versions that the origin no longer lists, and unmarks those that it lists again. */
  async markGone(ctx: OperationContext, providerId: string, listed: readonly string[]): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      UPDATE public_provider_versions SET gone_from_origin = NOT gone_from_origin, updated_at = ${ctx.clock.now()}
      WHERE provider_id = ${providerId} AND gone_from_origin = (version = ANY(${listed})) AND NOT imported`
  }

  /**
   * Finds the ids of known keys: those of the first sync, and those of versions that a person released. A later version
   * by a known key leaves it known, whatever becomes of that version.
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

  /** Writes the proof of a version in place of a former one. */
  async prove(
    ctx: OperationContext,
    versionId: string,
    proof: ProviderProof,
    newKey: boolean,
  ): Promise<PublicProviderVersion> {
    const now = ctx.clock.now()
    const database = this.database.of(ctx)
    const { unverified, keyId, signingKeys, shasumsDigest, packages, platforms } = proof
    const { shasums, shasumsSignature } = proof
    const proven = await database.publicProviderVersion.update({
      where: { id: versionId },
      select: versionColumns,
      data: {
        ...{ checkedAt: now, unverified, keyId, newKey, shasumsDigest, updatedAt: now },
        shasums: shasums && Uint8Array.from(shasums),
        shasumsSignature: shasumsSignature && Uint8Array.from(shasumsSignature),
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
    const select = { shasumsDigest: true }
    const row = await this.database
      .of(ctx)
      .publicProviderVersion.findUnique({ where: { id: versionId }, select })
    return row?.shasumsDigest ?? null
  }

  /** Finds what was imported of SHA256SUMS and its signature, or is known from the origin. */
  async importedProofOf(
    ctx: OperationContext,
    versionId: string,
  ): Promise<{ readonly shasums?: Buffer; readonly signature?: Buffer; readonly digest: string | null }> {
    const row = await this.database.of(ctx).publicProviderVersion.findUnique({
      where: { id: versionId },
      select: { shasums: true, shasumsSignature: true, shasumsDigest: true },
    })
    return {
      ...(row?.shasums && { shasums: Buffer.from(row.shasums) }),
      ...(row?.shasumsSignature && { signature: Buffer.from(row.shasumsSignature) }),
      digest: row?.shasumsDigest ?? null,
    }
  }

  /** Writes facts of an imported version. */
  async setImported(
    ctx: OperationContext,
    versionId: string,
    facts: Prisma.PublicProviderVersionUpdateInput,
  ): Promise<void> {
    const data = { ...facts, updatedAt: ctx.clock.now() }
    await this.database.of(ctx).publicProviderVersion.update({ where: { id: versionId }, data })
  }

  /** Finds imported versions that have SHA256SUMS and a signature by no known key. */
  async findUnsigned(
    ctx: OperationContext,
    providerId: string,
    most: number,
  ): Promise<readonly { readonly id: string; readonly shasums: Buffer; readonly signature: Buffer }[]> {
    const rows = await this.database.of(ctx).publicProviderVersion.findMany({
      where: {
        providerId,
        imported: true,
        keyId: null,
        shasums: { not: null },
        shasumsSignature: { not: null },
      },
      orderBy: { sortKey: 'desc' },
      take: most,
      select: { id: true, shasums: true, shasumsSignature: true },
    })
    return rows.flatMap(({ id, shasums, shasumsSignature }) =>
      shasums && shasumsSignature
        ? [{ id, shasums: Buffer.from(shasums), signature: Buffer.from(shasumsSignature) }]
        : [],
    )
  }

  /** Finds the armoured keys that the signed versions of a provider name. */
  async keysOf(ctx: OperationContext, providerId: string): Promise<readonly string[]> {
    const keys = sql<{ readonly armor: string }>`
      SELECT DISTINCT k.value ->> 'ascii_armor' AS armor FROM public_provider_versions v,
        jsonb_array_elements(v.signing_keys -> 'gpg_public_keys') AS k
      WHERE v.provider_id = ${providerId} AND v.key_id IS NOT NULL AND v.unverified IS NULL`
    const rows = await rowsOf(this.database.of(ctx), { compile: () => keys.compile(db) })
    return rows.map(({ armor }) => armor)
  }

  /** Finds the digests that were first seen; undefined where there was no SHA256SUMS. */
  async firstDigestsOf(
    ctx: OperationContext,
    versionId: string,
  ): Promise<
    { readonly shasums: string; readonly platforms: readonly PublicProviderPlatform[] } | undefined
  > {
    const row = await this.database.of(ctx).publicProviderVersion.findUnique({
      where: { id: versionId },
      select: {
        shasumsDigest: true,
        platforms: {
          select: { os: true, arch: true, filename: true, shasum: true },
          orderBy: [{ os: 'asc' }, { arch: 'asc' }],
        },
      },
    })
    return row?.shasumsDigest ? { shasums: row.shasumsDigest, platforms: row.platforms } : undefined
  }

  /** Finds the files that the origin has changed, by the id of the version. */
  async differencesOf(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly FileDifference[]>> {
    const rows = await this.database.of(ctx).publicProviderVersion.findMany({
      where: { id: { in: [...versionIds] }, alteredAt: { not: null } },
      select: { id: true, differences: true },
    })
    return new Map(
      rows.map(({ id, differences }) => [id, (differences ?? []) as object as readonly FileDifference[]]),
    )
  }

  /** Writes what differs now of a version that is altered, unless it was checked again since it was read. */
  async setDifferences(
    ctx: OperationContext,
    { id, checkedAt }: PublicProviderVersion,
    differences: readonly FileDifference[],
  ): Promise<void> {
    await this.database.of(ctx).publicProviderVersion.updateMany({
      where: { id, checkedAt, alteredAt: { not: null } },
      data: { differences: differences as object as Prisma.InputJsonValue },
    })
  }

  /** Marks a version as altered; false where it is known already, or was checked again since it was read. */
  async recordMismatch(
    ctx: OperationContext,
    { id, checkedAt }: PublicProviderVersion,
    mismatch: string,
    differences: readonly FileDifference[],
  ): Promise<boolean> {
    const now = ctx.clock.now()
    const { count } = await this.database.of(ctx).publicProviderVersion.updateMany({
      where: { id, checkedAt, alteredAt: null },
      data: {
        ...{ alteredAt: now, mismatch, updatedAt: now },
        differences: differences as object as Prisma.InputJsonValue,
      },
    })
    return count > 0
  }

  /** Forgets a mismatch: the digests that are seen now count as the first. */
  async forgetMismatch(ctx: OperationContext, versionId: string): Promise<void> {
    await this.database.of(ctx).publicProviderVersion.update({
      where: { id: versionId },
      data: { alteredAt: null, mismatch: null, differences: Prisma.DbNull },
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
