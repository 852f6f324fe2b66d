import { sql, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, rangeOf, sortedBy, type OrderedPage, type Orders, type Page } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { allOf, count, db, inOrder, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { organizationColumns, organizationSql } from './organizations.store.js'
import { changedSettings, ownersTeam } from './organization.js'
import type {
  DisableConsequences,
  AdminOrganization,
  AdminOrganizationFilter,
  AdminOrganizationList,
  AdminOrganizationOrder,
  StatusCounts,
} from './admin-organization.js'

const withOwners = {
  ...organizationColumns,
  teams: {
    where: { nameKey: ownersTeam },
    select: { members: { select: { userId: true }, orderBy: { user: { usernameKey: 'asc' } } } },
  },
} satisfies Prisma.OrganizationSelect

const ownerIds = sql<string[]>`ARRAY(
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

  /** By name. */
  async list(
    ctx: OperationContext,
    filter: AdminOrganizationFilter,
    page: OrderedPage<AdminOrganizationOrder>,
  ): Promise<AdminOrganizationList> {
    const where = toCondition(filter)
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

  /** Those that may use the modules of each of these, by name, in two statements however many they are. */
  async listConsumersOfMany(
    ctx: OperationContext,
    producerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, AdminOrganizationList>> {
    const { organization, moduleConsumer } = this.database.of(ctx)
    const producerId = { in: [...producerIds] }
    const consumers = {
      select: { consumer: { select: withOwners } },
      orderBy: { consumer: { name: 'asc' } },
      ...rangeOf(page),
    } satisfies Prisma.Organization$consumersArgs
    const [producers, disabled] = await Promise.all([
      organization.findMany({
        where: { id: producerId },
        select: { id: true, consumers, _count: { select: { consumers: true } } },
      }),
      moduleConsumer.groupBy({
        by: 'producerId',
        where: { producerId, consumer: { isDisabled: true } },
        _count: true,
      }),
    ])
    const disabledOf = new Map(disabled.map((each) => [each.producerId, each._count]))
    return new Map(
      producers.map(({ id, consumers: rows, _count: { consumers: total } }) => {
        const items = rows.map(({ consumer }) => toAdminOrganization(consumer))
        const statusCounts = toStatusCounts({ total, disabled: disabledOf.get(id) ?? 0 })
        return [id, { items, totalCount: total, statusCounts, page }]
      }),
    )
  }

  async consequencesOfDisabling(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, DisableConsequences>> {
    const { organization } = this.database.of(ctx)
    const inUse = { isDisabled: false }
    const belongings = {
      workspaces: true,
      teams: true,
      memberships: { where: { status: 'active' } },
      modules: true,
      providers: true,
      consumers: { where: { consumer: inUse } },
    } satisfies Prisma.OrganizationCountOutputTypeSelect
    const [all, rows] = await Promise.all([
      organization.count({ where: inUse }),
      organization.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, isDisabled: true, globalModuleSharing: true, _count: { select: belongings } },
      }),
    ])
    return new Map(
      rows.map(({ id, isDisabled, globalModuleSharing, _count }) => {
        const { memberships: members, consumers, ...others } = _count
        const consumersLosing = globalModuleSharing ? all - (isDisabled ? 0 : 1) : consumers
        return [id, { ...others, members, consumersLosing }]
      }),
    )
  }

  /** In any case of the name. */
  async find(ctx: OperationContext, name: string): Promise<AdminOrganization | undefined> {
    const where = { nameKey: name.toLowerCase() }
    const row = await this.database.of(ctx).organization.findUnique({ where, select: withOwners })
    return row ? toAdminOrganization(row) : undefined
  }

  /** Locks the row until the transaction ends; others may go on referring to it. */
  async findLocked(ctx: OperationContext, id: string): Promise<AdminOrganization | undefined> {
    const database = this.database.of(ctx)
    await database.$executeRaw`SELECT id FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`
    const row = await database.organization.findUnique({ where: { id }, select: withOwners })
    return row ? toAdminOrganization(row) : undefined
  }

  /** An organization that shares with all has no list of consumers: both change in one transaction. */
  async update(
    ctx: OperationContext,
    before: AdminOrganization,
    change: Parameters<typeof changedSettings>[1],
  ): Promise<AdminOrganization> {
    const settings = changedSettings(before, change)
    const consumers = settings.globalModuleSharing ? { consumers: { deleteMany: {} } } : {}
    const after = await this.database.of(ctx).organization.update({
      where: { id: before.id },
      data: {
        ...settings,
        ssoGroups: [...settings.ssoGroups],
        ...consumers,
        updatedAt: changeTime(ctx.clock, before.updatedAt),
      },
      select: organizationColumns,
    })
    return { ...after, ownerIds: before.ownerIds }
  }
}

function toAdminOrganization({
  teams,
  ...organization
}: Prisma.OrganizationGetPayload<{ select: typeof withOwners }>): AdminOrganization {
  return { ...organization, ownerIds: teams.flatMap(({ members }) => members.map(({ userId }) => userId)) }
}

function toStatusCounts({ total, disabled }: Omit<StatusCounts, 'active'>): StatusCounts {
  return { total, active: total - disabled, disabled }
}

function toCondition(filter: AdminOrganizationFilter): RawBuilder<boolean> {
  const { search, name, email, isModuleProducer, isDisabled, consumersOf } = filter
  const contains = (column: RawBuilder<unknown>, part: string) =>
    sql<boolean>`${column} ILIKE ${`%${literally(part)}%`}`
  const nameColumn = sql`o.name`
  const emailColumn = sql`o.email`
  const conditions = [sql<boolean>`TRUE`]
  if (search) conditions.push(sql`(${contains(nameColumn, search)} OR ${contains(emailColumn, search)})`)
  if (!search && name) conditions.push(contains(nameColumn, name))
  if (!search && email) conditions.push(contains(emailColumn, email))
  if (isModuleProducer !== undefined)
    conditions.push(isModuleProducer ? sql`o.id IN (${producers})` : sql`o.id NOT IN (${producers})`)
  if (isDisabled !== undefined) conditions.push(sql`o.is_disabled = ${isDisabled}`)
  if (consumersOf !== undefined)
    conditions.push(
      sql`o.id IN (SELECT consumer_id FROM module_consumers WHERE producer_id = ${consumersOf})`,
    )
  return allOf(conditions)
}

/** Those that share with all, or with some. */
const producers = sql`
  SELECT id FROM organizations WHERE global_module_sharing UNION ALL SELECT producer_id FROM module_consumers`
