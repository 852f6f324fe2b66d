import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { PublicProviderPlatform, SigningKeysOfOrigin, StoredPlatform } from './public-provider.js'

/** Maximum size of a document, in bytes. */
const largestDocument = 1024 * 1024
/** The members of a download document that are stored. */
const downloadMembers = [
  ...['protocols', 'os', 'arch', 'filename', 'shasum', 'download_url'],
  ...['shasums_url', 'shasums_signature_url', 'signing_keys'],
]

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

/** The platforms of versions, and what is known of their files. */
export class PublicProviderPlatformsStore {
  constructor(private readonly database: StoreDatabase) {}

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
