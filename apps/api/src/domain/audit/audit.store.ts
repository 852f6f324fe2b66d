import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { allOf, columnsOf, count, countOf, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { AuditEntry } from './audit.js'
import {
  auditEvent,
  longestAuditList,
  type AuditEvent,
  type AuditEventFilter,
  type AuditEventList,
  type AuditEventOrder,
} from './audit-event.js'

const events = db
  .selectFrom('audit_events as e')
  .leftJoin('organizations as o', 'o.id', 'e.organization_id')
  .select((eb) => [
    sql<string>`e.id::text`.as('id'),
    ...columnsOf(auditEvent.omit({ id: true, organizationName: true, before: true, after: true }), 'e'),
    'o.name as organizationName',
    eb.ref('e.before').$castTo<AuditEvent['before']>().as('before'),
    eb.ref('e.after').$castTo<AuditEvent['after']>().as('after'),
  ])
  .$narrowType<Pick<AuditEvent, 'actorType' | 'face'>>()

const orders: Readonly<Record<AuditEventOrder, RawBuilder<unknown>>> = {
  newest: sql`e.at desc, e.id desc`,
  oldest: sql`e.at, e.id`,
}

/** The number of events of an export that are in memory at a time. */
const batchSize = 100

/** The columns that an entry gives. */
const written = [
  ...(['at', 'action', 'administrator_override', 'actor_type', 'actor_id', 'actor_name'] as const),
  ...(['credential_id', 'face', 'request_id', 'address', 'organization_id', 'subject_type'] as const),
  ...(['subject_id', 'subject_name', 'before', 'after', 'reason'] as const),
]

type Row = Readonly<
  Record<
    Exclude<(typeof written)[number], 'at' | 'administrator_override' | 'before' | 'after'>,
    string | null
  >
> & {
  readonly at: Date
  readonly administrator_override: boolean
  readonly before: object | null
  readonly after: object | null
}

/** The action of the event that lets the database drop older ones; its trigger knows it by this name too. */
export const dropAction = 'audit-log.drop'

export class AuditStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Returns the ids of the new rows, in their order. */
  async append(ctx: OperationContext, entries: readonly AuditEntry[]): Promise<readonly string[]> {
    const rows = storable(JSON.stringify(entries.map((entry) => rowOf(ctx, entry))))
    // There may be thousands of them, of which each would be many parameters.
    const given = sql<Row>`jsonb_populate_recordset(NULL::audit_events, ${rows}::jsonb)`.as('given')
    const added = db
      .insertInto('audit_events')
      .columns(written)
      .expression(db.selectFrom(given).select(written))
      .returning(sql<string>`id::text`.as('id'))
    return (await rowsOf(this.database.of(ctx), added)).map(({ id }) => id)
  }

  /** Lists events; neither counts nor skips more than `longestAuditList`, so that no page of a long log costs more. */
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
        const found = db
          .selectFrom('audit_events as e')
          .where(where)
          .limit(longestAuditList + 1)
        const total = await countOf(this.database.of(ctx), found)
        hasMore = total > longestAuditList
        return Math.min(total, longestAuditList)
      },
      async ({ skip, take }) => {
        const limit = Math.min(take, longestAuditList - skip)
        return limit > 0 ? this.select(ctx, where, order, limit, skip) : []
      },
    )
    return { ...list, hasMore }
  }

  /** Counts the events of each part of a time, of which `edges` are the beginnings and the end. */
  async countParts(
    ctx: OperationContext,
    filter: AuditEventFilter,
    edges: readonly Date[],
  ): Promise<readonly number[]> {
    const [first, last] = [edges[0], edges.at(-1)]
    const counted = db
      .selectFrom('audit_events as e')
      .select(sql<number>`width_bucket(e.at, ${edges}::timestamptz[])`.as('part'))
      .select(count.as('events'))
      .where(toCondition(filter))
      .where(sql<boolean>`e.at >= ${first}::timestamptz AND e.at < ${last}::timestamptz`)
      .groupBy(sql`1`)
    const rows = await rowsOf(this.database.of(ctx), counted)
    const events = new Map(rows.map((row) => [row.part, row.events]))
    return edges.slice(1).map((_, index) => events.get(index + 1) ?? 0)
  }

  /** Reads in separate statements, each beginning where the one before ended: new events meanwhile do no harm. */
  async *each(
    ctx: OperationContext,
    filter: AuditEventFilter,
    order: AuditEventOrder,
  ): AsyncGenerator<readonly AuditEvent[]> {
    const where = toCondition(filter)
    const beyond = sql.raw(order === 'newest' ? '<' : '>')
    let rest = where
    for (;;) {
      const batch = await this.select(ctx, rest, order, batchSize, 0)
      const last = batch.at(-1)
      if (!last) return
      yield batch
      if (batch.length < batchSize) return
      rest = sql<boolean>`${where} AND (e.at, e.id) ${beyond} (${last.at}::timestamptz, ${last.id}::bigint)`
    }
  }

  /** Lists all events, newest first: a reader who follows the pages misses nothing. */
  async listAll(ctx: OperationContext, filter: AuditEventFilter, page: Page): Promise<Paged<AuditEvent>> {
    const where = toCondition(filter)
    return paged(
      page,
      () => countOf(this.database.of(ctx), db.selectFrom('audit_events as e').where(where)),
      ({ skip, take }) => this.select(ctx, where, 'newest', take, skip),
    )
  }

  async find(ctx: OperationContext, id: string): Promise<AuditEvent | undefined> {
    return (await this.findMany(ctx, [id]))[0]
  }

  /** Finds events, in the order in which they were recorded. */
  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<AuditEvent[]> {
    const found = events.where(sql<boolean>`e.id = ANY(${ids}::bigint[])`).orderBy('e.id')
    return rowsOf(this.database.of(ctx), found)
  }

  /** Locks out other announcements until the transaction ends. */
  async lock(tx: OperationContext): Promise<void> {
    await this.database.of(tx).$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${dropAction}))`
  }

  /** Finds until when the log has been dropped, as its last event about that says. */
  async droppedUntil(ctx: OperationContext): Promise<Date | undefined> {
    const last = db
      .selectFrom('audit_events')
      .select(sql<Date>`(after->>'until')::timestamptz`.as('until'))
      .where('action', '=', dropAction)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
    return (await rowsOf(this.database.of(ctx), last))[0]?.until
  }

  /** Counts the events from before then, and finds the time of the first. */
  async countBefore(ctx: OperationContext, until: Date): Promise<{ events: number; from: Date | null }> {
    const { _count: events, _min } = await this.database.of(ctx).auditEvent.aggregate({
      where: { at: { lt: until } },
      _count: true,
      _min: { at: true },
    })
    return { events, from: _min.at }
  }

  /** Deletes at most `most` of the oldest events before `until`; returns the number. The API's role may delete none. */
  async drop(ctx: OperationContext, until: Date, most: number): Promise<number> {
    const dropped = sql<number>`drop_audit_events(${until}::timestamptz, ${most}::int)`
    const [row] = await rowsOf(this.database.of(ctx), db.selectNoFrom(dropped.as('dropped')))
    return row?.dropped ?? 0
  }

  private async select(
    ctx: OperationContext,
    where: RawBuilder<boolean>,
    order: AuditEventOrder,
    limit: number,
    offset: number,
  ): Promise<AuditEvent[]> {
    const query = events.where(where).orderBy(orders[order]).limit(limit).offset(offset)
    return rowsOf(this.database.of(ctx), query)
  }
}

/** The same JSON without NUL and halves of characters, for which the database would refuse the whole change. */
const storable = (json: string): string =>
  json.replace(/(\\\\)|\\u(?:0000|d[89a-f]..)/g, (_, backslash?: string) => backslash ?? '\ufffd')

const rowOf = (ctx: OperationContext, { by = ctx, ...entry }: AuditEntry): Row => ({
  at: entry.at ?? ctx.clock.now(),
  action: entry.action,
  administrator_override: entry.administratorOverride ?? false,
  ...actorColumns(by.actor),
  face: by.face,
  request_id: by.requestId,
  address: by.address ?? null,
  organization_id: entry.organizationId ?? null,
  subject_type: entry.subject.type,
  subject_id: entry.subject.id,
  subject_name: entry.subject.name,
  before: entry.before ? plain(entry.before) : null,
  after: entry.after ? plain(entry.after) : null,
  reason: ctx.reason ?? null,
})

const actorColumns = (actor: Actor) => ({
  actor_type: actor.type === 'anonymous' ? 'nobody' : actor.type,
  actor_id: 'credential' in actor ? actor.id : null,
  actor_name: 'name' in actor ? actor.name : '',
  credential_id: 'credential' in actor ? actor.credential.id : null,
})

/** Facts that are left out: where a file is stored is of no use to readers, a member's second factor is private. */
const unrecorded = new Set(['storageKey', 'binaryKey', 'shasumsKey', 'shasumsSigKey', 'hasTwoFactor'])

/** Turns dates into texts, as the log shows them. */
function plain(value: object): object {
  const isShown = (name: string, fact: unknown) => (unrecorded.has(name) ? undefined : fact)
  return JSON.parse(JSON.stringify(value, isShown)) as object
}

function toCondition(filter: AuditEventFilter): RawBuilder<boolean> {
  const { search, action, actor, subjectType, subject, organization, organizationId } = filter
  const { requestId, administratorOverride, from, until } = filter
  const conditions = [sql<boolean>`TRUE`]
  if (search) conditions.push(mentions(search))
  if (action) conditions.push(isAction(action))
  if (actor) conditions.push(sql`(e.actor_id = ${actor} OR ${isCalled(sql`e.actor_name`, actor)})`)
  if (subjectType) conditions.push(sql`e.subject_type = ${subjectType}`)
  if (subject) conditions.push(isAbout(subject))
  if (organizationId) conditions.push(sql`e.organization_id = ${organizationId}`)
  else if (organization) conditions.push(sql`e.organization_id = ${organizationIdOf(organization)}`)
  if (requestId) conditions.push(sql`e.request_id = ${requestId}`)
  if (administratorOverride !== undefined)
    conditions.push(sql`e.administrator_override = ${administratorOverride}`)
  if (from) conditions.push(sql`e.at >= ${from}::timestamptz`)
  if (until) conditions.push(sql`e.at < ${until}::timestamptz`)
  return allOf(conditions)
}

/** Matches a text in one index of trigrams, and in those of the ids. */
function mentions(text: string): RawBuilder<boolean> {
  const part = `%${literally(text)}%`
  return sql`(
    e.action ILIKE ${part} OR e.actor_name ILIKE ${part} OR e.subject_name ILIKE ${part} OR e.reason ILIKE ${part}
    OR e.address ILIKE ${part} OR e.request_id = ${text} OR e.subject_id = ${text} OR e.actor_id = ${text}
    OR e.credential_id = ${text})`
}

/** Matches a thing, each part by an index: a page with the last events of a thing must not read the whole log. */
function isAbout(thing: string): RawBuilder<boolean> {
  const name = literally(thing)
  const versions = sql`'module-version', 'registry-provider-version', 'registry-provider-platform'`
  return sql`(
    e.subject_id = ${thing} OR e.subject_name ILIKE ${name}
    OR (e.subject_name ILIKE ${`${name} %`} AND e.subject_type IN (${versions})))`
}

const isCalled = (column: RawBuilder<unknown>, name: string): RawBuilder<boolean> =>
  sql`lower(${column}) = lower(${name})`

/** Matches an action, or all actions of an area. */
const isAction = (action: string): RawBuilder<boolean> =>
  action.includes('.') ? sql`e.action = ${action}` : sql`e.action LIKE ${`${literally(action)}.%`}`

/** Finds an organization by any name: names are taken for good, also a former one, and after its end. */
const organizationIdOf = (organization: string): RawBuilder<string> =>
  sql`coalesce(
    (SELECT organization_id FROM organization_names WHERE name_key = lower(${organization})), ${organization})`
