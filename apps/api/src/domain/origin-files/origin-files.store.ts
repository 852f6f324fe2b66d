import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { OriginFile, OriginFileAddress, OriginFilesUse } from './origin-file.js'

/** The name of the lock under which files come and go, so that their sum is known. */
const changingFiles = 'origin files'

/** The duration of a lease after its last renewal; that of a killed process has to run out. */
const leaseSeconds = 20

const columns = {
  ...{ ownerId: true, filename: true, sha256: true, size: true, storageKey: true },
  ...{ packageHash: true, imported: true, storedAt: true, usedAt: true },
} as const

const withNumber = <Row extends { readonly size: bigint }>(row: Row) => ({ ...row, size: Number(row.size) })

/**
 * A condition: the file `f` was altered at its origin, which could not send it again. The few that were are read once: a
 * look for each file takes ten times as long as all else.
 */
const isOfAltered = sql<boolean>`f.owner_id IN (
  SELECT v.id FROM public_provider_versions v WHERE v.altered_at IS NOT NULL
  UNION ALL SELECT d.id FROM public_module_documents d WHERE d.altered_at IS NOT NULL)`

export class OriginFilesStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(ctx: OperationContext, address: OriginFileAddress): Promise<OriginFile | undefined> {
    const { ownerId, filename } = address
    const where = { ownerId_filename: { ownerId, filename } }
    const row = await this.database.of(ctx).originFile.findUnique({ where, select: columns })
    return row ? withNumber(row) : undefined
  }

  async use(ctx: OperationContext): Promise<OriginFilesUse> {
    const counted = db
      .selectFrom('origin_files as f')
      .select([
        sql<number>`coalesce(sum(f.size), 0)::float8`.as('bytes'),
        sql<number>`count(*)::int`.as('files'),
        sql<number>`coalesce(sum(f.size) FILTER (WHERE f.imported), 0)::float8`.as('importedBytes'),
        sql<number>`coalesce(sum(f.size) FILTER (WHERE f.imported OR ${isOfAltered}), 0)::float8`.as(
          'lastingBytes',
        ),
      ])
    const [row] = await rowsOf(this.database.of(ctx), counted)
    return row ?? { bytes: 0, files: 0, importedBytes: 0, lastingBytes: 0 }
  }

  /** Locks the files until the transaction ends: no other may come or go. */
  async lock(ctx: OperationContext): Promise<void> {
    await this.database.of(ctx)
      .$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${changingFiles}, 0))`
  }

  /**
   * Removes the least recently used files until this number of bytes is free, and returns their keys; undefined where the files
   * that may go are too few, and then none is removed.
   */
  async makeRoom(ctx: OperationContext, bytes: number): Promise<readonly string[] | undefined> {
    if (bytes <= 0) return []
    const free = sql`SELECT f.owner_id, f.filename, f.size,
        sum(f.size) OVER (ORDER BY f.used_at, f.owner_id, f.filename) AS freed, sum(f.size) OVER () AS all_free
      FROM origin_files f WHERE NOT f.imported AND NOT ${isOfAltered}`
    const removed = sql<{ readonly storageKey: string }>`
      DELETE FROM origin_files o USING (${free}) AS r
      WHERE o.owner_id = r.owner_id AND o.filename = r.filename
        AND r.freed - r.size < ${bytes} AND r.all_free >= ${bytes}
      RETURNING o.storage_key AS "storageKey"`
    const rows = await rowsOf(this.database.of(ctx), { compile: () => removed.compile(db) })
    return rows.length === 0 ? undefined : rows.map(({ storageKey }) => storageKey)
  }

  async add(ctx: OperationContext, file: OriginFile): Promise<void> {
    await this.database.of(ctx).originFile.create({ data: { ...file, size: BigInt(file.size) } })
  }

  /** Removes a file; its bytes stay. */
  async remove(ctx: OperationContext, { ownerId, filename }: OriginFileAddress): Promise<void> {
    await this.database.of(ctx).originFile.deleteMany({ where: { ownerId, filename } })
  }

  /** Removes the files of these owners, and returns their keys. */
  async removeOf(ctx: OperationContext, ownerIds: readonly string[]): Promise<readonly string[]> {
    const removed = db
      .deleteFrom('origin_files')
      .where('owner_id', '=', any(ownerIds))
      .returning('storage_key as storageKey')
    return (await rowsOf(this.database.of(ctx), removed)).map(({ storageKey }) => storageKey)
  }

  /** Marks a file as imported, which no longer makes room for others. */
  async markImported(ctx: OperationContext, { ownerId, filename }: OriginFileAddress): Promise<void> {
    const data = { imported: true }
    await this.database.of(ctx).originFile.updateMany({ where: { ownerId, filename, imported: false }, data })
  }

  async touch(ctx: OperationContext, { ownerId, filename }: OriginFileAddress): Promise<void> {
    const data = { usedAt: ctx.clock.now() }
    await this.database.of(ctx).originFile.updateMany({ where: { ownerId, filename }, data })
  }

  /** Finds files whose hash is not computed yet, after one of these keys. */
  async findUnhashed(ctx: OperationContext, after: string, most: number): Promise<OriginFile[]> {
    const rows = await this.database.of(ctx).originFile.findMany({
      where: { packageHash: null, storageKey: { gt: after } },
      orderBy: { storageKey: 'asc' },
      take: most,
      select: columns,
    })
    return rows.map(withNumber)
  }

  async setPackageHash(
    ctx: OperationContext,
    { storageKey }: Pick<OriginFile, 'storageKey'>,
    packageHash: string,
  ): Promise<void> {
    await this.database.of(ctx).originFile.updateMany({ where: { storageKey }, data: { packageHash } })
  }

  /** Takes the right to fetch a file, which one of all processes has; by the clock of the database. */
  async takeLease(
    ctx: OperationContext,
    { ownerId, filename }: OriginFileAddress,
    fetchId: string,
  ): Promise<boolean> {
    const taken = await this.database.of(ctx).$executeRaw`
      INSERT INTO origin_file_leases AS l (owner_id, filename, fetch_id, ends_at)
      VALUES (${ownerId}, ${filename}, ${fetchId}, now() + make_interval(secs => ${leaseSeconds}))
      ON CONFLICT (owner_id, filename) DO UPDATE SET fetch_id = EXCLUDED.fetch_id, ends_at = EXCLUDED.ends_at
      WHERE l.ends_at <= now() OR l.fetch_id = EXCLUDED.fetch_id`
    return taken > 0
  }

  async endLease(
    ctx: OperationContext,
    fetchId: string,
    { ownerId, filename }: OriginFileAddress,
  ): Promise<void> {
    await this.database.of(ctx).originFileLease.deleteMany({ where: { ownerId, filename, fetchId } })
  }
}
