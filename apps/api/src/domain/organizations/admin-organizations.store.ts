import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { merged, type Parsed } from '../../kernel/input.js'
import { paged, sortedBy, type Direction, type OrderedPage, type Orders } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import type { QuotaLimits } from '../quotas/quota.js'
import { isAtQuota } from '../quotas/quotas.store.js'
import { sharesOf, withAllOf } from './shares.store.js'
import { allOf, any, count, db, inOrder, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { organizationColumns, organizationSql } from './organizations.store.js'
import type { SharedKind } from './shares.js'
import { adminOrganizationChange, ownersTeam } from './organization.js'
import { idleAfter } from './organization-figures.js'
import { figuresByOrganization, lastActivity } from './organization-figures.store.js'
import type {
  DisableConsequences,
  AdminOrganization,
  AdminOrganizationFilter,
  AdminOrganizationList,
  AdminOrganizationOrder,
  StatusCounts,
} from './admin-organization.js'

/** The owners of an organization, called `o`. */
const ownersOf = sql`
  SELECT u.id FROM teams t JOIN team_members m ON m.team_id = t.id JOIN users u ON u.id = m.user_id
  WHERE t.organization_id = o.id AND t.name_key = ${ownersTeam}`

export const ownerIds = sql<string[]>`ARRAY(${ownersOf} ORDER BY u.username_key)`

const isAtWorkspaceLimit = sql<boolean>`(coalesce(o.workspace_limit, 0) > 0
  AND (SELECT count(*) FROM workspaces w WHERE w.organization_id = o.id) >= o.workspace_limit)`

type Figure = keyof typeof figuresByOrganization

const amountsAs = <Name extends Figure>(
  name: Name,
): AliasedRawBuilder<{ id: string; amount: number }, Name> =>
  sql<{ id: string; amount: number }>`(${figuresByOrganization[name]})`.as<Name>(sql.ref(name))

/** Organizations with columns for all orders: PostgreSQL leaves out a join that nothing refers to. */
const organizations = db
  .selectFrom('organizations as o')
  .leftJoin(amountsAs('workspaces'), 'workspaces.id', 'o.id')
  .leftJoin(amountsAs('outdated'), 'outdated.id', 'o.id')
  .leftJoin(amountsAs('modules'), 'modules.id', 'o.id')
  .leftJoin(amountsAs('members'), 'members.id', 'o.id')
  .leftJoin(amountsAs('stored'), 'stored.id', 'o.id')
  .select(organizationSql)
  .select(ownerIds.as('ownerIds'))

const byFigure =
  (name: Figure) =>
  (along: Direction): RawBuilder<unknown> =>
    inOrder(along, sql`coalesce(${sql.ref(`${name}.amount`)}, 0)`, sql`o.name_key`)

const disabled = sql<number>`(count(*) FILTER (WHERE o.is_disabled))::int`.as('disabled')

const orders: Orders<AdminOrganizationOrder, RawBuilder<unknown>> = {
  name: (along) => inOrder(along, sql`o.name_key`),
  workspaces: byFigure('workspaces'),
  outdated: byFigure('outdated'),
  modules: byFigure('modules'),
  members: byFigure('members'),
  stored: byFigure('stored'),
  activity: (along) => inOrder(along, sql`coalesce(${lastActivity}, '-infinity')`, sql`o.name_key`),
  created: (along) => inOrder(along, sql`o.created_at`, sql`o.id`),
}

export class AdminOrganizationsStore {
  constructor(
    private readonly database: StoreDatabase,
    private readonly quotas: QuotaLimits,
  ) {}

  async list(
    ctx: OperationContext,
    filter: AdminOrganizationFilter,
    page: OrderedPage<AdminOrganizationOrder>,
  ): Promise<AdminOrganizationList> {
    const where = allOf([toCondition(ctx, filter), ...this.stateConditions(ctx, filter)])
    const listed = organizations.where(where).orderBy(sortedBy(page, orders, sql`o.name`))
    const counting = db
      .selectFrom('organizations as o')
      .where(where)
      .select([count.as('total'), disabled])
    let counts = { total: 0, disabled: 0 }
    const list = await paged(
      page,
      async () => {
        counts = (await rowsOf(this.database.of(ctx), counting))[0] ?? counts
        return counts.total
      },
      ({ skip, take }) => rowsOf(this.database.of(ctx), listed.limit(take).offset(skip)),
    )
    return { ...list, statusCounts: toStatusCounts(counts) }
  }

  /** Conditions of what an organization has come to; REST asks for no such one. */
  private stateConditions(ctx: OperationContext, filter: AdminOrganizationFilter): RawBuilder<boolean>[] {
    const { isAtLimit, isIdle, isWithoutOwner, isOutdated } = filter
    const now = ctx.clock.now()
    const conditions: readonly (readonly [boolean | undefined, RawBuilder<boolean>])[] = [
      [isAtLimit, sql`(${isAtWorkspaceLimit} OR ${isAtQuota(this.quotas, now)})`],
      [isIdle, sql`(coalesce(${lastActivity}, o.created_at) < ${later(now, -idleAfter)})`],
      [isWithoutOwner, sql`NOT EXISTS (${ownersOf})`],
      [isOutdated, sql`o.id IN (SELECT id FROM (${figuresByOrganization.outdated}) outdated)`],
    ]
    return conditions.flatMap(([wanted, holds]) =>
      wanted === undefined ? [] : [wanted ? holds : sql<boolean>`NOT ${holds}`],
    )
  }

  async consequencesOfDisabling(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, DisableConsequences>> {
    const { organization } = this.database.of(ctx)
    const belongings = {
      workspaces: true,
      teams: true,
      memberships: { where: { status: 'active' } },
      modules: true,
      providers: true,
    } satisfies Prisma.OrganizationCountOutputTypeSelect
    const [losing, rows] = await Promise.all([
      rowsOf(this.database.of(ctx), countLosing(ctx, ids)),
      organization.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, _count: { select: belongings } },
      }),
    ])
    const losingOf = new Map(losing.map(({ id, consumers }) => [id, consumers]))
    return new Map(
      rows.map(({ id, _count }) => {
        const { memberships: members, ...others } = _count
        return [id, { ...others, members, consumersLosing: losingOf.get(id) ?? 0 }]
      }),
    )
  }

  async listMatching(
    ctx: OperationContext,
    filter: AdminOrganizationFilter,
    behind: string,
    most: number,
  ): Promise<readonly Pick<AdminOrganization, 'id' | 'name'>[]> {
    const matching = db
      .selectFrom('organizations as o')
      .select(['o.id', 'o.name'])
      .where(toCondition(ctx, filter))
      .where('o.id', '>', behind)
      .orderBy('o.id')
      .limit(most)
    return rowsOf(this.database.of(ctx), matching)
  }

  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<readonly AdminOrganization[]> {
    return rowsOf(this.database.of(ctx), organizations.where('o.id', '=', any(ids)))
  }

  /** Finds an organization by its name in any case. */
  async find(ctx: OperationContext, name: string): Promise<AdminOrganization | undefined> {
    const query = organizations.where('o.name_key', '=', name.toLowerCase())
    return (await rowsOf(this.database.of(ctx), query))[0]
  }

  /** Locks the row until the transaction ends; others may go on referring to it. */
  async findLocked(ctx: OperationContext, id: string): Promise<AdminOrganization | undefined> {
    const database = this.database.of(ctx)
    await database.$executeRaw`SELECT id FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`
    return (await rowsOf(database, organizations.where('o.id', '=', id)))[0]
  }

  /** Changes an organization; sharing with all removes the list of consumers in the same transaction. */
  async update(
    ctx: OperationContext,
    before: AdminOrganization,
    change: Parsed<typeof adminOrganizationChange>,
  ): Promise<AdminOrganization> {
    const settings = merged(adminOrganizationChange, before, change)
    const consumers = {
      ...(settings.globalModuleSharing && { consumers: { deleteMany: {} } }),
      ...(settings.globalProviderSharing && { providerConsumers: { deleteMany: {} } }),
    }
    const after = await this.database.of(ctx).organization.update({
      where: { id: before.id },
      data: {
        ...settings,
        ...consumers,
        updatedAt: changeTime(ctx.clock, before.updatedAt),
      },
      select: organizationColumns,
    })
    return { ...after, ownerIds: before.ownerIds }
  }
}

export function toStatusCounts({ total, disabled }: Omit<StatusCounts, 'active'>): StatusCounts {
  return { total, active: total - disabled, disabled }
}

function toCondition(ctx: OperationContext, filter: AdminOrganizationFilter): RawBuilder<boolean> {
  const { search, name, email, isModuleProducer, isProducer, isDisabled } = filter
  const contains = (column: RawBuilder<unknown>, part: string) =>
    sql<boolean>`${column} ILIKE ${`%${literally(part)}%`}`
  const nameColumn = sql`o.name`
  const emailColumn = sql`o.email`
  const conditions = [sql<boolean>`TRUE`]
  if (search) conditions.push(sql`(${contains(nameColumn, search)} OR ${contains(emailColumn, search)})`)
  if (!search && name) conditions.push(contains(nameColumn, name))
  if (!search && email) conditions.push(contains(emailColumn, email))
  if (isModuleProducer !== undefined) conditions.push(isOneOf(producersOf(ctx, 'modules'), isModuleProducer))
  if (isProducer !== undefined) {
    const either = sql`${producersOf(ctx, 'modules')} UNION ALL ${producersOf(ctx, 'providers')}`
    conditions.push(isOneOf(either, isProducer))
  }
  if (isDisabled !== undefined) conditions.push(sql`o.is_disabled = ${isDisabled}`)
  return allOf(conditions)
}

const isOneOf = (ids: RawBuilder<unknown>, isOne: boolean): RawBuilder<boolean> =>
  isOne ? sql<boolean>`o.id IN (${ids})` : sql<boolean>`o.id NOT IN (${ids})`

/** Selects organizations that share with all, or with some. */
const producersOf = (ctx: OperationContext, kind: SharedKind): RawBuilder<unknown> => sql`
  SELECT o.id FROM organizations o WHERE ${withAllOf(kind)}
  UNION ALL SELECT producer_id FROM ${sharesOf(kind, ctx)} shares`

/** The other organizations in use that may use anything of each of these. */
function countLosing(ctx: OperationContext, ids: readonly string[]) {
  const uses = (kind: SharedKind) => sql`(${withAllOf(kind)} OR EXISTS (
    SELECT FROM ${sharesOf(kind, ctx)} s WHERE s.producer_id = o.id AND s.consumer_id = c.id))`
  const consumers = sql<number>`(
    SELECT count(*)::int FROM organizations c
    WHERE c.id <> o.id AND NOT c.is_disabled AND (${uses('modules')} OR ${uses('providers')}))`
  return db
    .selectFrom('organizations as o')
    .select(['o.id', consumers.as('consumers')])
    .where('o.id', '=', any(ids))
}
