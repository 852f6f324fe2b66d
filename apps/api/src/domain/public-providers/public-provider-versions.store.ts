import { versionSortKey } from '@engine/shared'
import { sql, type RawBuilder } from 'kysely'
import { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { partsOf } from '../../kernel/public-registry.js'
import { any, db, rowsOf } from '../sql.js'
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
  type SigningKeysOfOrigin,
  type StoredPlatform,
} from './public-provider.js'

/** The number of versions that one statement writes. */
const addedAtOnce = 1000
/** Maximum size of a document, in bytes. */
const largestDocument = 1024 * 1024
/** The members of a download document that are stored. */
const downloadMembers = [
  ...['protocols', 'os', 'arch', 'filename', 'shasum', 'download_url'],
  ...['shasums_url', 'shasums_signature_url', 'signing_keys'],
]

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

/** The facts of a download document, as they were first seen. */
export interface StoredDownload extends PublicProviderPlatform {
  readonly signingKeys: SigningKeysOfOrigin | null
  readonly packages: object | null
  /** The last document of the origin; null where it was never asked. */
  readonly document: Readonly<Record<string, unknown>> | null
  /** True where the file is stored here. */
  readonly isStored: boolean
  /** True where SHA256SUMS and its signature are stored here. */
  readonly hasProof: boolean
}

/** A file of a version, by its platform or by its name. */
export type FileOfVersion = { readonly os: string; readonly arch: string } | { readonly filename: string }

/** The platforms `p` whose files `f` are stored here. */
export const storedPlatformsSql = sql`public_provider_platforms p JOIN origin_files f
  ON f.owner_id = p.version_id AND f.filename = p.filename AND f.sha256 = p.shasum`

/** The hashes of all platforms of the version `v`, once each is stored here and could be read. */
const packagesHere = sql`(SELECT CASE WHEN bool_and(coalesce(f.package_hash, '') <> '') THEN jsonb_object_agg(
    p.os || '_' || p.arch,
    jsonb_build_object('hashes', jsonb_build_array('zh:' || p.shasum, f.package_hash), 'package_size', f.size)) END
  FROM public_provider_platforms p LEFT JOIN origin_files f
    ON f.owner_id = p.version_id AND f.filename = p.filename AND f.sha256 = p.shasum
  WHERE p.version_id = v.id)`

/** A file with the address that its origin gave last; null where it was never asked. */
export interface StoredArchive extends PublicProviderPlatform {
  readonly url: string | null
  /** True where the file is stored here. */
  readonly isStored: boolean
  /** The `h1:` hash of the stored file; null without one. */
  readonly packageHash: string | null
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

  /** Finds the platforms of these versions, by id. */
  async platformsOf(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StoredPlatform[]>> {
    const rows = await rowsOf(
      this.database.of(ctx),
      db
        .selectFrom('public_provider_platforms as p')
        .innerJoin('public_provider_versions as v', 'v.id', 'p.version_id')
        .leftJoin('origin_files as f', (join) =>
          join
            .onRef('f.owner_id', '=', 'p.version_id')
            .onRef('f.filename', '=', 'p.filename')
            .onRef('f.sha256', '=', 'p.shasum'),
        )
        .select(['p.version_id as versionId', 'p.os', 'p.arch', 'p.filename', 'p.shasum'])
        .select([
          'v.packages',
          'f.package_hash as packageHash',
          sql<number | null>`f.size::float8`.as('storedSize'),
        ])
        .where('p.version_id', '=', any(versionIds))
        .orderBy('p.version_id')
        .orderBy(sql`p.os COLLATE "C", p.arch COLLATE "C"`),
    )
    const found = new Map<string, StoredPlatform[]>()
    for (const { versionId, packages, packageHash, storedSize, ...platform } of rows) {
      const platforms = found.get(versionId) ?? []
      found.set(versionId, platforms)
      const { h1, size } = hashesOf(packages, platform)
      platforms.push({
        ...platform,
        ...{ h1: h1 ?? (packageHash || null), size: storedSize ?? size, stored: storedSize !== null },
      })
    }
    return found
  }

  /** Lists the platforms of a version whose files are stored here, such as `linux/amd64`. */
  async storedPlatformsOf(ctx: OperationContext, versionId: string): Promise<readonly string[]> {
    const stored = sql<{ readonly platform: string }>`
      SELECT p.os || '/' || p.arch AS platform FROM ${storedPlatformsSql} WHERE p.version_id = ${versionId}`
    const rows = await rowsOf(this.database.of(ctx), { compile: () => stored.compile(db) })
    return rows.map(({ platform }) => platform)
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

  async findDownload(
    ctx: OperationContext,
    versionId: string,
    file: FileOfVersion,
  ): Promise<StoredDownload | undefined> {
    // Rows of earlier releases have whole documents of origins: of those the members of the protocol are read alone.
    const members = sql`(SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(p.document) e
      WHERE e.key = ANY(${downloadMembers}))`
    const bounded = (value: RawBuilder<unknown>) =>
      sql`CASE WHEN octet_length((${value})::text) <= ${largestDocument} THEN ${value} END`
    const found = db
      .selectFrom('public_provider_platforms as p')
      .innerJoin('public_provider_versions as v', 'v.id', 'p.version_id')
      .select(['p.os', 'p.arch', 'p.filename', 'p.shasum'])
      .select([
        bounded(members).$castTo<StoredDownload['document']>().as('document'),
        bounded(sql`v.signing_keys`)
          .$castTo<SigningKeysOfOrigin | null>()
          .as('signingKeys'),
        bounded(sql`coalesce(v.packages, ${packagesHere})`)
          .$castTo<object | null>()
          .as('packages'),
        sql<boolean>`EXISTS (SELECT FROM origin_files f WHERE f.owner_id = p.version_id
          AND f.filename = p.filename AND f.sha256 = p.shasum)`.as('isStored'),
        sql<boolean>`v.shasums IS NOT NULL AND v.shasums_signature IS NOT NULL`.as('hasProof'),
      ])
      .where('p.version_id', '=', versionId)
    const one =
      'filename' in file
        ? found.where('p.filename', '=', file.filename)
        : found.where('p.os', '=', file.os).where('p.arch', '=', file.arch)
    const [row] = await rowsOf(this.database.of(ctx), one)
    return row
  }

  /** Lists the files of a version, with the addresses that its origin gave last. */
  async archivesOf(ctx: OperationContext, versionId: string): Promise<StoredArchive[]> {
    const url = sql<string | null>`p.document ->> 'download_url'`
    const archives = db
      .selectFrom('public_provider_platforms as p')
      .leftJoin('origin_files as f', (join) =>
        join
          .onRef('f.owner_id', '=', 'p.version_id')
          .onRef('f.filename', '=', 'p.filename')
          .onRef('f.sha256', '=', 'p.shasum'),
      )
      .select(['p.os', 'p.arch', 'p.filename', 'p.shasum', url.as('url')])
      .select([
        sql<boolean>`f.storage_key IS NOT NULL`.as('isStored'),
        sql<string | null>`nullif(f.package_hash, '')`.as('packageHash'),
      ])
      .where('p.version_id', '=', versionId)
      .orderBy('p.os')
      .orderBy('p.arch')
    return rowsOf(this.database.of(ctx), archives)
  }

  /** Stores a document for times when the origin does not answer; not one whose version was accepted meanwhile. */
  async storeDocument(
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

  /** Adds platforms of an imported version, which lists them from then on. */
  async addPlatforms(
    ctx: OperationContext,
    versionId: string,
    platforms: readonly PublicProviderPlatform[],
  ): Promise<void> {
    const database = this.database.of(ctx)
    const data = platforms.map((platform) => ({ versionId, ...platform }))
    await database.publicProviderPlatform.createMany({ data, skipDuplicates: true })
    await database.$executeRaw`
      UPDATE public_provider_versions v SET updated_at = ${ctx.clock.now()}, listed_platforms = ARRAY(
        SELECT p.os || '/' || p.arch FROM public_provider_platforms p WHERE p.version_id = v.id ORDER BY 1)
      WHERE v.id = ${versionId} AND v.imported`
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

/** Reads the hash and the size that the origin gives for a file. */
function hashesOf(
  packages: unknown,
  { os, arch }: PublicProviderPlatform,
): Pick<StoredPlatform, 'h1' | 'size'> {
  const all = (packages ?? {}) as Readonly<
    Record<string, { hashes?: readonly string[]; package_size?: unknown } | undefined>
  >
  const found = all[`${os}_${arch}`]
  const size = found?.package_size
  return {
    h1: found?.hashes?.find((hash) => hash.startsWith('h1:')) ?? null,
    size: typeof size === 'number' ? size : null,
  }
}
