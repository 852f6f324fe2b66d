import { sql, type RawBuilder } from 'kysely'
import { versionSortKey, type EngineBound, type EngineConstraint } from '@engine/shared'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { paged, sortedBy, type OrderedPage, type Orders, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { toEndOfLifeColumns, withEndOfLife } from '../lifecycle/end-of-life.store.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type {
  EnabledVersion,
  EngineLine,
  EngineVersion,
  EngineVersionFacts,
  EngineVersionFilter,
  EngineVersionOrder,
} from './engine-version.js'

const whole = {
  archs: { orderBy: { position: 'asc' } },
  _count: { select: { workspaces: true } },
} satisfies Prisma.EngineVersionInclude

type Row = Prisma.EngineVersionGetPayload<{ include: typeof whole }>

const orders: Orders<EngineVersionOrder, Prisma.EngineVersionOrderByWithRelationInput[]> = {
  version: (along, against) => [{ sortKey: along }, { id: against }],
  usage: (along, against) => [{ workspaces: { _count: along } }, { sortKey: along }, { id: against }],
  created: (along) => [{ createdAt: along }, { id: along }],
}

export class EngineVersionsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Newest first. */
  async list(
    ctx: OperationContext,
    filter: EngineVersionFilter,
    page: OrderedPage<EngineVersionOrder>,
  ): Promise<Paged<EngineVersion>> {
    const { engineVersion } = this.database.of(ctx)
    const where = toWhere(filter)
    const orderBy = sortedBy(page, orders, orders.version('desc', 'asc'))
    return paged(
      page,
      () => engineVersion.count({ where }),
      async (range) =>
        (await engineVersion.findMany({ where, orderBy, include: whole, ...range })).map(toVersion),
    )
  }

  /** Counts the versions of the `most` newest lines and the workspaces on them, the newest line first. */
  async listLines(ctx: OperationContext, most: number): Promise<readonly EngineLine[]> {
    const used = db
      .selectFrom('workspaces')
      .select(['engine_version_id', sql<number>`count(*)`.as('workspaces')])
      .groupBy('engine_version_id')
    const isSupported = sql<boolean>`v.enabled AND NOT v.deprecated`
    const line = sql<string>`split_part(v.version, '.', 1) || '.' || split_part(v.version, '.', 2)`
    const versionsThat = (holds: RawBuilder<boolean>) => sql<number>`(count(*) FILTER (WHERE ${holds}))::int`
    const lines = db
      .selectFrom('engine_versions as v')
      .leftJoin(used.as('w'), 'w.engine_version_id', 'v.id')
      .select([
        line.as('line'),
        sql<number>`coalesce(sum(w.workspaces), 0)::int`.as('workspaces'),
        versionsThat(sql`${isSupported} AND v.end_of_life_at IS NULL`).as('supported'),
        versionsThat(sql`${isSupported} AND v.end_of_life_at IS NOT NULL`).as('ending'),
        versionsThat(sql`v.enabled AND v.deprecated`).as('deprecated'),
        versionsThat(sql`NOT v.enabled`).as('disabled'),
        sql<Date | null>`max(v.end_of_life_at) FILTER (WHERE ${isSupported})`.as('lastEnd'),
      ])
      .groupBy(sql`1`)
      .orderBy(sql`max(v.sort_key) DESC`)
      .limit(most)
    return rowsOf(this.database.of(ctx), lines)
  }

  async find(ctx: OperationContext, id: string): Promise<EngineVersion | undefined> {
    const row = await this.database.of(ctx).engineVersion.findUnique({ where: { id }, include: whole })
    return row ? toVersion(row) : undefined
  }

  /** Finds the known versions among these numbers, by number. */
  async findByVersions(
    ctx: OperationContext,
    versions: readonly string[],
  ): Promise<ReadonlyMap<string, EngineVersion>> {
    const { engineVersion } = this.database.of(ctx)
    const rows = await engineVersion.findMany({ where: { version: { in: [...versions] } }, include: whole })
    return new Map(rows.map((row) => [row.version, toVersion(row)]))
  }

  /** The newest enabled `N.N.N` that is not beta (contract §5). */
  async findLatest(ctx: OperationContext): Promise<EngineVersion | undefined> {
    const row = await this.database.of(ctx).engineVersion.findFirst({
      where: { enabled: true, beta: false, NOT: { version: { contains: '-' } } },
      orderBy: { sortKey: 'desc' },
      include: whole,
    })
    return row ? toVersion(row) : undefined
  }

  /** Finds the number of the latest version alone. */
  async findLatestNumber(ctx: OperationContext): Promise<string | undefined> {
    const newest = db
      .selectFrom('engine_versions')
      .select('version')
      .where('enabled', '=', true)
      .where('beta', '=', false)
      .where('version', 'not like', '%-%')
      .orderBy('sort_key', 'desc')
      .limit(1)
    return (await rowsOf(this.database.of(ctx), newest))[0]?.version
  }

  /** All that are enabled, newest first. */
  async listEnabled(ctx: OperationContext): Promise<EnabledVersion[]> {
    const enabled = db
      .selectFrom('engine_versions')
      .select(['id', 'version', 'beta'])
      .where('enabled', '=', true)
      .orderBy('sort_key', 'desc')
    return rowsOf(this.database.of(ctx), enabled)
  }

  /** Locks the row until the transaction ends: it does not change, and no workspace starts to use it. */
  async findLocked(ctx: OperationContext, id: string): Promise<EngineVersion | undefined> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM engine_versions WHERE id = ${id} FOR UPDATE`
    return this.find(ctx, id)
  }

  /** Locks the feed of versions until the transaction ends: no other process takes anything from it. */
  async lockFeed(ctx: OperationContext): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT pg_advisory_xact_lock(hashtext('engine-versions-feed'))`
  }

  async create(ctx: OperationContext, id: string, facts: EngineVersionFacts): Promise<EngineVersion> {
    const now = ctx.clock.now()
    const data = {
      ...toColumns(facts),
      id,
      createdAt: now,
      updatedAt: now,
      archs: { create: toArchRows(facts) },
    }
    return this.write(() => this.database.of(ctx).engineVersion.create({ data, include: whole }))
  }

  /** Writes the facts. Verifications of other addresses and checksums are void at once, also those that are running. */
  async update(
    ctx: OperationContext,
    before: EngineVersion,
    facts: EngineVersionFacts,
  ): Promise<EngineVersion> {
    const archs = { deleteMany: {}, create: toArchRows(facts) }
    const stays = facts.archs.map(({ os, arch, url, sha }) => ({ os, arch, url, sha }))
    const verifications = { deleteMany: { NOT: { OR: stays } } }
    const updatedAt = changeTime(ctx.clock, before.updatedAt)
    const data = { ...toColumns(facts), updatedAt, archs, verifications }
    const where = { id: before.id }
    return this.write(() => this.database.of(ctx).engineVersion.update({ where, data, include: whole }))
  }

  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).engineVersion.delete({ where: { id } })
  }

  private async write(statement: () => Promise<Row>): Promise<EngineVersion> {
    try {
      return toVersion(await statement())
    } catch (error) {
      if (this.database.violatedConstraint(error) === 'engine_versions_version_key')
        throw invalid(faults.taken('version'))
      throw error
    }
  }
}

function toWhere(filter: EngineVersionFilter): Prisma.EngineVersionWhereInput {
  const { version, search, used, meets, ...flags } = filter
  const given = Object.fromEntries(Object.entries(flags).filter(([, flag]) => flag !== undefined))
  return {
    ...given,
    ...(version !== undefined ? { version } : search ? { version: { contains: literally(search) } } : {}),
    ...(meets ? whereMeets(meets) : {}),
    ...(used === undefined ? {} : { workspaces: used ? { some: {} } : { none: {} } }),
  }
}

const comparisons = { '=': 'equals', '!=': 'not', '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const

/** The rule of `meetsEngineConstraint`, for the database. */
function whereMeets({ bounds, isExact }: EngineConstraint): Prisma.EngineVersionWhereInput {
  const releases = { NOT: { version: { contains: '-' } } }
  return { AND: [...bounds.map(whereHolds), ...(isExact ? [] : [releases])] }
}

const whereHolds = ({ operator, version }: EngineBound): Prisma.EngineVersionWhereInput => ({
  sortKey: { [comparisons[operator]]: versionSortKey(version) },
})

const toColumns = ({ archs: _, endOfLife, ...facts }: EngineVersionFacts) => ({
  ...facts,
  ...toEndOfLifeColumns(endOfLife),
  sortKey: versionSortKey(facts.version),
})

function toArchRows(facts: EngineVersionFacts): Prisma.EngineVersionArchCreateWithoutEngineVersionInput[] {
  return facts.archs.map((archive, position) => ({ ...archive, position }))
}

function toVersion({ sortKey: _, _count, archs, ...row }: Row): EngineVersion {
  return {
    ...withEndOfLife(row),
    archs: archs.map(({ url, sha, os, arch }) => ({ url, sha, os, arch })),
    usage: _count.workspaces,
  }
}
