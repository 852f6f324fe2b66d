import { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, rangeOf, sortedBy, type OrderedPage, type Orders, type Page } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { inOrder, type StoreDatabase } from '../store.js'
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

/** With its owners, in one statement however long the list is. */
const columns = Prisma.sql`
  ${organizationSql},
  ARRAY(
    SELECT u.id FROM teams t JOIN team_members m ON m.team_id = t.id JOIN users u ON u.id = m.user_id
    WHERE t.organization_id = o.id AND t.name_key = ${ownersTeam} ORDER BY u.username_key
  ) AS "ownerIds"`

/** What only an order asks for is no work for the others: PostgreSQL leaves out a join that nothing refers to. */
const tables = Prisma.sql`
  organizations o LEFT JOIN (
    SELECT organization_id AS id, count(*) AS workspaces FROM workspaces GROUP BY organization_id
  ) AS counted ON counted.id = o.id`

const orders: Orders<AdminOrganizationOrder, Prisma.Sql> = {
  name: (along) => inOrder(along, Prisma.sql`o.name_key`),
  workspaces: (along) => inOrder(along, Prisma.sql`coalesce(counted.workspaces, 0)`, Prisma.sql`o.name_key`),
  created: (along) => inOrder(along, Prisma.sql`o.created_at`, Prisma.sql`o.id`),
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
    const order = sortedBy(page, orders, Prisma.sql`o.name`)
    let statusCounts: StatusCounts = { total: 0, active: 0, disabled: 0 }
    const list = await paged(
      page,
      async () => {
        statusCounts = await this.count(ctx, where)
        return statusCounts.total
      },
      ({ skip, take }) =>
        this.select(ctx, Prisma.sql`${where} ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`),
    )
    return { ...list, statusCounts }
  }

  /** Those that may use the modules of each of these, by name, in two statements however many they are. */
  async listConsumersOfMany(
    ctx: OperationContext,
    producerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, AdminOrganizationList>> {
    const ids = [...producerIds]
    const { skip, take } = rangeOf(page)
    const [counts, found] = await Promise.all([
      this.database.of(ctx).$queryRaw<{ id: string; total: bigint; disabled: bigint }[]>`
        SELECT p.id, count(o.id) AS total, count(o.id) FILTER (WHERE o.is_disabled) AS disabled
        FROM unnest(${ids}::text[]) AS p (id) LEFT JOIN module_consumers c ON c.producer_id = p.id
        LEFT JOIN organizations o ON o.id = c.consumer_id GROUP BY p.id`,
      this.database.of(ctx).$queryRaw<(AdminOrganization & { producerId: string })[]>`
        SELECT p.id AS "producerId", consumer.* FROM unnest(${ids}::text[]) AS p (id)
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM organizations o JOIN module_consumers c ON c.consumer_id = o.id
          WHERE c.producer_id = p.id ORDER BY o.name LIMIT ${take} OFFSET ${skip}
        ) AS consumer
        ORDER BY consumer.name`,
    ])
    return new Map(
      counts.map((count) => {
        const statusCounts = toStatusCounts(count)
        const items = found.flatMap(({ producerId, ...each }) => (producerId === count.id ? [each] : []))
        return [count.id, { items, totalCount: statusCounts.total, statusCounts, page }]
      }),
    )
  }

  async consequencesOfDisabling(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, DisableConsequences>> {
    const rows = await this.database.of(ctx).$queryRaw<(DisableConsequences & { id: string })[]>`
      SELECT o.id,
        (SELECT count(*)::int FROM workspaces w WHERE w.organization_id = o.id) AS workspaces,
        (SELECT count(*)::int FROM teams t WHERE t.organization_id = o.id) AS teams,
        (SELECT count(*)::int FROM organization_memberships m
          WHERE m.organization_id = o.id AND m.status = 'active') AS members,
        (SELECT count(*)::int FROM modules m WHERE m.organization_id = o.id) AS modules,
        (SELECT count(*)::int FROM registry_providers p WHERE p.organization_id = o.id) AS providers,
        CASE WHEN o.global_module_sharing
          THEN (SELECT count(*)::int FROM organizations c WHERE NOT c.is_disabled AND c.id <> o.id)
          ELSE (SELECT count(*)::int FROM module_consumers s JOIN organizations c ON c.id = s.consumer_id
            WHERE s.producer_id = o.id AND NOT c.is_disabled)
        END AS "consumersLosing"
      FROM organizations o WHERE o.id = ANY(${[...ids]})`
    return new Map(rows.map(({ id, ...consequences }) => [id, consequences]))
  }

  /** In any case of the name. */
  async find(ctx: OperationContext, name: string): Promise<AdminOrganization | undefined> {
    return (await this.select(ctx, Prisma.sql`o.name_key = ${name.toLowerCase()}`))[0]
  }

  /** Locks the row until the transaction ends; others may go on referring to it. */
  async findLocked(ctx: OperationContext, id: string): Promise<AdminOrganization | undefined> {
    await this.database.of(ctx).$queryRaw`SELECT id FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`
    return (await this.select(ctx, Prisma.sql`o.id = ${id}`))[0]
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

  private async select(ctx: OperationContext, tail: Prisma.Sql): Promise<AdminOrganization[]> {
    return this.database.of(ctx).$queryRaw`SELECT ${columns} FROM ${tables} WHERE ${tail}`
  }

  private async count(ctx: OperationContext, where: Prisma.Sql): Promise<StatusCounts> {
    const rows = await this.database.of(ctx).$queryRaw<{ total: bigint; disabled: bigint }[]>`
      SELECT count(*) AS total, count(*) FILTER (WHERE o.is_disabled) AS disabled FROM organizations o WHERE ${where}`
    return toStatusCounts(rows[0] ?? { total: 0n, disabled: 0n })
  }
}

function toStatusCounts(counts: { readonly total: bigint; readonly disabled: bigint }): StatusCounts {
  const [total, disabled] = [Number(counts.total), Number(counts.disabled)]
  return { total, active: total - disabled, disabled }
}

function toCondition(filter: AdminOrganizationFilter): Prisma.Sql {
  const { search, name, email, isModuleProducer, isDisabled, consumersOf } = filter
  const contains = (column: Prisma.Sql, part: string): Prisma.Sql =>
    Prisma.sql`${column} ILIKE ${`%${literally(part)}%`}`
  const nameColumn = Prisma.sql`o.name`
  const emailColumn = Prisma.sql`o.email`
  const conditions = [Prisma.sql`TRUE`]
  if (search)
    conditions.push(Prisma.sql`(${contains(nameColumn, search)} OR ${contains(emailColumn, search)})`)
  if (!search && name) conditions.push(contains(nameColumn, name))
  if (!search && email) conditions.push(contains(emailColumn, email))
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

/** Those that share with all, or with some. */
const producers = Prisma.sql`
  SELECT id FROM organizations WHERE global_module_sharing UNION ALL SELECT producer_id FROM module_consumers`
