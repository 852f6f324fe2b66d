import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import {
  addressOf,
  versionOf,
  type ModuleDocument,
  type ModuleRequest,
  type SeenModule,
} from './public-module.js'

const columns = {
  ...{ id: true, origin: true, address: true, part: true, location: true },
  ...{ sha256: true, alteredSha256: true, usedAt: true },
} as const

/** The number of documents without an archive that are kept. */
const mostDocuments = 100_000

export class PublicModulesStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(
    ctx: OperationContext,
    origin: string,
    request: ModuleRequest,
  ): Promise<ModuleDocument | undefined> {
    const { part } = request
    const where = { origin_address_part: { origin, address: addressOf(request), part } }
    const { publicModuleDocument } = this.database.of(ctx)
    return (await publicModuleDocument.findUnique({ where, select: columns })) ?? undefined
  }

  async byId(ctx: OperationContext, id: string): Promise<ModuleDocument | undefined> {
    const { publicModuleDocument } = this.database.of(ctx)
    return (await publicModuleDocument.findUnique({ where: { id }, select: columns })) ?? undefined
  }

  /** Finds a version whose archive was seen. */
  async findSeen(ctx: OperationContext, id: string): Promise<SeenModule | undefined> {
    const select = { ...columns, alteredAt: true } as const
    const row = await this.database.of(ctx).publicModuleDocument.findUnique({ where: { id }, select })
    const version = row ? versionOf(row) : undefined
    if (!row || row.sha256 === null || version === undefined) return undefined
    const { origin, address, sha256, alteredSha256, alteredAt } = row
    return { id, origin, address, version, sha256, alteredSha256, alteredAt }
  }

  /** Locks it until the transaction ends: no other archive is recorded meanwhile. */
  async lock(ctx: OperationContext, id: string): Promise<SeenModule | undefined> {
    await this.database.of(ctx)
      .$executeRaw`SELECT id FROM public_module_documents WHERE id = ${id} FOR NO KEY UPDATE`
    return this.findSeen(ctx, id)
  }

  /** Makes this digest the one that was first seen, which ends the alarm. */
  async accept(ctx: OperationContext, id: string, sha256: string): Promise<void> {
    const data = { sha256, alteredSha256: null, alteredAt: null }
    await this.database.of(ctx).publicModuleDocument.update({ where: { id }, data })
  }

  async bodyOf(ctx: OperationContext, id: string): Promise<Buffer | undefined> {
    const select = { body: true } as const
    const row = await this.database.of(ctx).publicModuleDocument.findUnique({ where: { id }, select })
    return row?.body ? Buffer.from(row.body) : undefined
  }

  /** Keeps the answer of the registry, in the place of a former one. What was first seen of its archive stays. */
  async keep(
    ctx: OperationContext,
    origin: string,
    request: ModuleRequest,
    { body, location }: { readonly body?: Buffer; readonly location?: string },
  ): Promise<ModuleDocument> {
    const now = ctx.clock.now()
    const kept = sql<ModuleDocument>`
      INSERT INTO public_module_documents AS d (id, origin, address, part, body, location, stored_at, used_at)
      VALUES (${newId('pubmod')}, ${origin}, ${addressOf(request)}, ${request.part}, ${body ?? null}, ${location ?? null}, ${now}, ${now})
      ON CONFLICT (origin, address, part) DO UPDATE
        SET body = EXCLUDED.body, location = EXCLUDED.location, stored_at = EXCLUDED.stored_at, used_at = EXCLUDED.used_at
      RETURNING d.id, d.origin, d.address, d.part, d.location, d.sha256, d.altered_sha256 AS "alteredSha256",
        d.used_at AS "usedAt"`
    const [row] = await rowsOf(this.database.of(ctx), { compile: () => kept.compile(db) })
    if (!row) throw new Error('a document of a public module was not kept')
    return row
  }

  async touch(ctx: OperationContext, id: string): Promise<void> {
    const data = { usedAt: ctx.clock.now() }
    await this.database.of(ctx).publicModuleDocument.updateMany({ where: { id }, data })
  }

  /** Stores the digest of an archive, unless one is stored; returns the first. The alarm of other bytes ends with the first. */
  async storeDigest(ctx: OperationContext, id: string, sha256: string): Promise<string | undefined> {
    const stored = sql<{ readonly sha256: string }>`
      UPDATE public_module_documents SET sha256 = coalesce(sha256, ${sha256}),
        altered_sha256 = CASE WHEN sha256 = ${sha256} THEN NULL ELSE altered_sha256 END,
        altered_at = CASE WHEN sha256 = ${sha256} THEN NULL ELSE altered_at END
      WHERE id = ${id} RETURNING sha256`
    const [row] = await rowsOf(this.database.of(ctx), { compile: () => stored.compile(db) })
    return row?.sha256
  }

  /** Records that the origin sent another archive; false where that is known, or was accepted meanwhile. */
  async recordAltered(ctx: OperationContext, id: string, alteredSha256: string): Promise<boolean> {
    const { count } = await this.database.of(ctx).publicModuleDocument.updateMany({
      where: {
        ...{ id, sha256: { not: alteredSha256 } },
        OR: [{ alteredSha256: null }, { alteredSha256: { not: alteredSha256 } }],
      },
      data: { alteredSha256, alteredAt: ctx.clock.now() },
    })
    return count > 0
  }

  /** Removes documents that were not asked for since then, and the least recently used of too many. Digests stay. */
  async removeUnused(ctx: OperationContext, since: Date): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      DELETE FROM public_module_documents WHERE sha256 IS NULL AND (used_at < ${since} OR id IN (
        SELECT id FROM public_module_documents WHERE sha256 IS NULL
        ORDER BY used_at DESC OFFSET ${mostDocuments}))`
  }
}
