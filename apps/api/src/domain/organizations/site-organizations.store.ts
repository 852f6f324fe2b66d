import { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import type { StoreDatabase } from '../store.js'
import { organizationColumns } from './organizations.store.js'
import { changedSettings, ownersTeam } from './organization.js'
import type {
  SiteOrganization,
  SiteOrganizationFilter,
  SiteOrganizationList,
  StatusCounts,
} from './site-organization.js'

/** With its owners, in one statement however long the list is. */
const columns = Prisma.sql`
  o.id, o.name, o.email, o.is_disabled AS "isDisabled", o.access_beta_tools AS "accessBetaTools",
  o.global_module_sharing AS "globalModuleSharing", o.worker_sudo_enabled AS "workerSudoEnabled",
  o.workspace_limit AS "workspaceLimit", o.apply_timeout AS "applyTimeout", o.plan_timeout AS "planTimeout",
  o.created_at AS "createdAt", o.updated_at AS "updatedAt",
  ARRAY(
    SELECT u.id FROM teams t JOIN team_members m ON m.team_id = t.id JOIN users u ON u.id = m.user_id
    WHERE t.organization_id = o.id AND t.name_key = ${ownersTeam} ORDER BY u.username_key
  ) AS "ownerIds"`

export class SiteOrganizationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** By name. */
  async list(
    ctx: OperationContext,
    filter: SiteOrganizationFilter,
    page: Page,
  ): Promise<SiteOrganizationList> {
    const where = toCondition(filter)
    let statusCounts: StatusCounts = { total: 0, active: 0, disabled: 0 }
    const list = await paged(
      page,
      async () => {
        statusCounts = await this.count(ctx, where)
        return statusCounts.total
      },
      ({ skip, take }) => this.select(ctx, Prisma.sql`${where} ORDER BY o.name LIMIT ${take} OFFSET ${skip}`),
    )
    return { ...list, statusCounts }
  }

  /** In any case of the name. */
  async find(ctx: OperationContext, name: string): Promise<SiteOrganization | undefined> {
    return (await this.select(ctx, Prisma.sql`o.name_key = ${name.toLowerCase()}`))[0]
  }

  /** Holds the row until the transaction ends; others may go on referring to it. */
  async findLocked(ctx: OperationContext, id: string): Promise<SiteOrganization | undefined> {
    await this.database.of(ctx).$queryRaw`SELECT id FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`
    return (await this.select(ctx, Prisma.sql`o.id = ${id}`))[0]
  }

  /** Whoever shares with all has no list of consumers: both change in this one statement's transaction. */
  async update(
    ctx: OperationContext,
    before: SiteOrganization,
    change: Parameters<typeof changedSettings>[1],
  ): Promise<SiteOrganization> {
    const settings = changedSettings(before, change)
    const consumers = settings.globalModuleSharing ? { consumers: { deleteMany: {} } } : {}
    const after = await this.database.of(ctx).organization.update({
      where: { id: before.id },
      data: { ...settings, ...consumers, updatedAt: changeTime(ctx.clock, before.updatedAt) },
      select: organizationColumns,
    })
    return { ...after, ownerIds: before.ownerIds }
  }

  private async select(ctx: OperationContext, tail: Prisma.Sql): Promise<SiteOrganization[]> {
    return this.database.of(ctx).$queryRaw`SELECT ${columns} FROM organizations o WHERE ${tail}`
  }

  private async count(ctx: OperationContext, where: Prisma.Sql): Promise<StatusCounts> {
    const rows = await this.database.of(ctx).$queryRaw<{ total: bigint; disabled: bigint }[]>`
      SELECT count(*) AS total, count(*) FILTER (WHERE o.is_disabled) AS disabled FROM organizations o WHERE ${where}`
    const [total, disabled] = [Number(rows[0]?.total), Number(rows[0]?.disabled)]
    return { total, active: total - disabled, disabled }
  }
}

function toCondition(filter: SiteOrganizationFilter): Prisma.Sql {
  const { search, name, email, isModuleProducer, isDisabled, consumersOf } = filter
  const holds = (column: Prisma.Sql, part: string): Prisma.Sql =>
    Prisma.sql`${column} ILIKE ${`%${literally(part)}%`}`
  const nameColumn = Prisma.sql`o.name`
  const emailColumn = Prisma.sql`o.email`
  const conditions = [Prisma.sql`TRUE`]
  if (search) conditions.push(Prisma.sql`(${holds(nameColumn, search)} OR ${holds(emailColumn, search)})`)
  if (!search && name) conditions.push(holds(nameColumn, name))
  if (!search && email) conditions.push(holds(emailColumn, email))
  if (isModuleProducer !== undefined)
    conditions.push(
      isModuleProducer ? Prisma.sql`o.id IN (${producers})` : Prisma.sql`o.id NOT IN (${producers})`,
    )
  if (isDisabled !== undefined) conditions.push(Prisma.sql`o.is_disabled = ${isDisabled}`)
  if (consumersOf !== undefined)
    conditions.push(
      Prisma.sql`o.id IN (SELECT consumer_id FROM module_consumers WHERE producer_id = ${consumersOf})`,
    )
  return Prisma.join(conditions, ' AND ')
}

/** Those that share with all, or with somebody. */
const producers = Prisma.sql`
  SELECT id FROM organizations WHERE global_module_sharing UNION ALL SELECT producer_id FROM module_consumers`
