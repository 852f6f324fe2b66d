import { sql, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { merged, type Parsed } from '../../kernel/input.js'
import { paged, sortedBy, type OrderedPage, type Orders } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { sharesOf, withAllOf } from './shares.store.js'
import { allOf, any, count, db, inOrder, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { organizationColumns, organizationSql } from './organizations.store.js'
import type { SharedKind } from './shares.js'
import { adminOrganizationChange, ownersTeam } from './organization.js'
import type {
  DisableConsequences,
  AdminOrganization,
  AdminOrganizationFilter,
  AdminOrganizationList,
  AdminOrganizationOrder,
  StatusCounts,
} from './admin-organization.js'

export const ownerIds = sql<string[]>`ARRAY(
  SELECT u.id FROM teams t JOIN team_members m ON m.team_id = t.id JOIN users u ON u.id = m.user_id
  WHERE t.organization_id = o.id AND t.name_key = ${ownersTeam} ORDER BY u.username_key
)`

const counted = db
  .selectFrom('workspaces')
  .select(['organization_id as id', sql`count(*)`.as('workspaces')])
  .groupBy('organization_id')

/** What only an order asks for is no work for the others: PostgreSQL leaves out a join that nothing refers to. */
const organizations = db
  .selectFrom('organizations as o')
  .leftJoin(counted.as('counted'), 'counted.id', 'o.id')
  .select(organizationSql)
  .select(ownerIds.as('ownerIds'))

const disabled = sql<number>`(count(*) FILTER (WHERE o.is_disabled))::int`.as('disabled')

const orders: Orders<AdminOrganizationOrder, RawBuilder<unknown>> = {
  name: (along) => inOrder(along, sql`o.name_key`),
  workspaces: (along) => inOrder(along, sql`coalesce(counted.workspaces, 0)`, sql`o.name_key`),
  created: (along) => inOrder(along, sql`o.created_at`, sql`o.id`),
}

export class AdminOrganizationsStore {
  constructor(private readonly database: StoreDatabase) {}

  async list(
    ctx: OperationContext,
    filter: AdminOrganizationFilter,
    page: OrderedPage<AdminOrganizationOrder>,
  ): Promise<AdminOrganizationList> {
    const where = toCondition(ctx, filter)
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

  /** In any case of the name. */
  async find(ctx: OperationContext, name: string): Promise<AdminOrganization | undefined> {
    const named = organizations.where('o.name_key', '=', name.toLowerCase())
    return (await rowsOf(this.database.of(ctx), named))[0]
  }

  /** Locks the row until the transaction ends; others may go on referring to it. */
  async findLocked(ctx: OperationContext, id: string): Promise<AdminOrganization | undefined> {
    const database = this.database.of(ctx)
    await database.$executeRaw`SELECT id FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`
    return (await rowsOf(database, organizations.where('o.id', '=', id)))[0]
  }

  /** What is shared with all has no list of consumers: both change in one transaction. */
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

/** Those that share with all, or with some. */
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
