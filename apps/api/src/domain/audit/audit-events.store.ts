import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import type { StoreDatabase } from '../store.js'
import {
  longestAuditList,
  type AuditEvent,
  type AuditEventFilter,
  type AuditEventList,
  type AuditEventOrder,
} from './audit-event.js'

const columns = Prisma.sql`
  e.id::text AS id, e.at, e.action, e.actor_type AS "actorType", e.actor_id AS "actorId",
  e.actor_name AS "actorName", e.credential_id AS "credentialId", e.face, e.address, e.request_id AS "requestId",
  e.organization_id AS "organizationId", o.name AS "organizationName",
  e.administrator_override AS "administratorOverride", e.subject_type AS "subjectType",
  e.subject_id AS "subjectId", e.subject_name AS "subjectName", e.before, e.after, e.reason
  FROM audit_events e LEFT JOIN organizations o ON o.id = e.organization_id`

const orders: Readonly<Record<AuditEventOrder, Prisma.Sql>> = {
  newest: Prisma.sql`e.at DESC, e.id DESC`,
  oldest: Prisma.sql`e.at, e.id`,
}

/** How many events of an export are in memory at a time. */
const batchSize = 500

/** Reads the audit log; `AuditStore` writes it. */
export class AuditEventsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Neither counts nor skips more than `longestAuditList` events, so that no page of a long log costs more. */
  async list(
    ctx: OperationContext,
    filter: AuditEventFilter,
    order: AuditEventOrder,
    page: Page,
  ): Promise<AuditEventList> {
    const where = toCondition(filter)
    let hasMore = false
    const list = await paged(
      page,
      async () => {
        const [row] = await this.database.of(ctx).$queryRaw<{ count: number }[]>`
          SELECT count(*)::int AS count
          FROM (SELECT FROM audit_events e WHERE ${where} LIMIT ${longestAuditList + 1}) AS counted`
        const count = row?.count ?? 0
        hasMore = count > longestAuditList
        return Math.min(count, longestAuditList)
      },
      async ({ skip, take }) => {
        const limit = Math.min(take, longestAuditList - skip)
        return limit > 0 ? this.select(ctx, where, order, limit, skip) : []
      },
    )
    return { ...list, hasMore }
  }

  /** In statements of their own, each beginning where the one before ended: what is written meanwhile does no harm. */
  async *each(
    ctx: OperationContext,
    filter: AuditEventFilter,
    order: AuditEventOrder,
  ): AsyncGenerator<readonly AuditEvent[]> {
    const where = toCondition(filter)
    const beyond = order === 'newest' ? Prisma.sql`<` : Prisma.sql`>`
    let rest = where
    for (;;) {
      const batch = await this.select(ctx, rest, order, batchSize, 0)
      const last = batch.at(-1)
      if (!last) return
      yield batch
      if (batch.length < batchSize) return
      rest = Prisma.sql`${where} AND (e.at, e.id) ${beyond} (${last.at}::timestamptz, ${last.id}::bigint)`
    }
  }

  async find(ctx: OperationContext, id: string): Promise<AuditEvent | undefined> {
    return (await this.select(ctx, Prisma.sql`e.id = ${id}::bigint`, 'newest', 1, 0))[0]
  }

  private async select(
    ctx: OperationContext,
    where: Prisma.Sql,
    order: AuditEventOrder,
    limit: number,
    offset: number,
  ): Promise<AuditEvent[]> {
    return this.database.of(ctx).$queryRaw`
      SELECT ${columns} WHERE ${where} ORDER BY ${orders[order]} LIMIT ${limit} OFFSET ${offset}`
  }
}

function toCondition(filter: AuditEventFilter): Prisma.Sql {
  const { search, action, actor, subjectType, subject, organization, organizationId } = filter
  const { requestId, administratorOverride, from, until } = filter
  const conditions = [Prisma.sql`TRUE`]
  if (search) conditions.push(mentions(search))
  if (action) conditions.push(isAction(action))
  if (actor)
    conditions.push(Prisma.sql`(e.actor_id = ${actor} OR ${isCalled(Prisma.sql`e.actor_name`, actor)})`)
  if (subjectType) conditions.push(Prisma.sql`e.subject_type = ${subjectType}`)
  if (subject)
    conditions.push(
      Prisma.sql`(e.subject_id = ${subject} OR ${isCalled(Prisma.sql`e.subject_name`, subject)})`,
    )
  if (organizationId) conditions.push(Prisma.sql`e.organization_id = ${organizationId}`)
  else if (organization) conditions.push(Prisma.sql`e.organization_id = ${organizationIdOf(organization)}`)
  if (requestId) conditions.push(Prisma.sql`e.request_id = ${requestId}`)
  if (administratorOverride !== undefined)
    conditions.push(Prisma.sql`e.administrator_override = ${administratorOverride}`)
  if (from) conditions.push(Prisma.sql`e.at >= ${from}::timestamptz`)
  if (until) conditions.push(Prisma.sql`e.at < ${until}::timestamptz`)
  return Prisma.join(conditions, ' AND ')
}

/** In one index of trigrams, and in those of the ids. */
function mentions(text: string): Prisma.Sql {
  const part = `%${literally(text)}%`
  return Prisma.sql`(
    e.action ILIKE ${part} OR e.actor_name ILIKE ${part} OR e.subject_name ILIKE ${part} OR e.reason ILIKE ${part}
    OR e.address ILIKE ${part} OR e.request_id = ${text} OR e.subject_id = ${text} OR e.actor_id = ${text}
    OR e.credential_id = ${text})`
}

const isCalled = (column: Prisma.Sql, name: string): Prisma.Sql =>
  Prisma.sql`lower(${column}) = lower(${name})`

/** Of an area all actions. */
const isAction = (action: string): Prisma.Sql =>
  action.includes('.')
    ? Prisma.sql`e.action = ${action}`
    : Prisma.sql`e.action LIKE ${`${literally(action)}.%`}`

/** Names are taken for good, so that the events of an organization are found by a former name, and after its end. */
const organizationIdOf = (organization: string): Prisma.Sql =>
  Prisma.sql`coalesce(
    (SELECT organization_id FROM organization_names WHERE name_key = lower(${organization})), ${organization})`
