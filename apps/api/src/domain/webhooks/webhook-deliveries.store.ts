import { sql, type NotNull, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { db, idsAs, rowsOf } from '../sql.js'
import { selectionOf, type StoreDatabase } from '../store.js'
import {
  notReached,
  unreadable,
  unreadableHeader,
  webhookDelivery,
  type DeliveryOutcome,
  type DeliveryState,
  type LeasedDelivery,
  type WebhookDelivery,
} from './webhook-delivery.js'

const columns = { ...selectionOf(webhookDelivery.omit({ nextAttemptAt: true })), dueAt: true } as const

type Row = Prisma.WebhookDeliveryGetPayload<{ select: typeof columns }>

/** Limit of a wait; a longer one comes from a process whose clock was wrong. */
const tooFar = days(1)

/** Limit of concurrent attempts of one webhook, and of one organization, so that slow ones leave room. */
const mostOfOne = 4
const mostOfAnOrganization = 8
/** Number of places reserved for organizations that have at most this number of attempts under way. */
const reservedPlaces = 8
const few = 2

/** A webhook that asks for one of these events; `index` says for which. */
export interface WebhookReceiver {
  readonly index: number
  readonly webhookId: string
  /** True if it belongs to an organization, not to the site. */
  readonly isOrganizations: boolean
  /** Present name of the organization of the event; null if it has none. */
  readonly organization: string | null
}

export interface NewDelivery {
  readonly webhookId: string
  readonly type: string
  readonly subject: string
  readonly payload: string
  readonly at: Date
}

export class WebhookDeliveriesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Finds the receivers in the order of the events. No webhook is deleted until the transaction ends. */
  async receiversOf(
    tx: OperationContext,
    events: readonly { type: string; organizationId?: string | undefined; isForAll?: boolean }[],
  ): Promise<readonly WebhookReceiver[]> {
    const types = events.map(({ type }) => type)
    const organizationIds = events.map(({ organizationId = '' }) => organizationId)
    const forAll = events.map(({ isForAll = false }) => isForAll)
    const sent = sql<{ type: string; organization_id: string; is_for_all: boolean; number: bigint }>`
      unnest(${types}::text[], ${organizationIds}::text[], ${forAll}::bool[]) WITH ORDINALITY`
    const receivers = db
      .selectFrom(sent.as<'e'>(sql`e (type, organization_id, is_for_all, number)`))
      .innerJoin('webhooks as w', (join) =>
        join.on(
          sql<boolean>`w.enabled AND e.type = ANY (w.triggers)
            AND (w.organization_id IS NULL OR w.organization_id = e.organization_id OR e.is_for_all)`,
        ),
      )
      .leftJoin('organizations as o', 'o.id', 'e.organization_id')
      .leftJoin('organizations as own', 'own.id', 'w.organization_id')
      .where(sql<boolean>`own.is_disabled IS NOT TRUE`)
      .select([
        sql<number>`(e.number - 1)::int`.as('index'),
        'w.id as webhookId',
        sql<boolean>`w.organization_id IS NOT NULL`.as('isOrganizations'),
        'o.name as organization',
      ])
      .orderBy('e.number')
      .orderBy('w.id')
      .forKeyShare('w')
    return rowsOf(this.database.of(tx), receivers)
  }

  /** Returns the ids, in this order, which is that of the sequence too. */
  async add(tx: OperationContext, deliveries: readonly NewDelivery[]): Promise<readonly string[]> {
    const rows = deliveries.map(({ at, ...delivery }) => ({
      ...delivery,
      id: newId('msg'),
      createdAt: at,
      dueAt: at,
    }))
    if (rows.length > 0) await this.database.of(tx).webhookDelivery.createMany({ data: rows })
    return rows.map(({ id }) => id)
  }

  /** Newest first. */
  async list(ctx: OperationContext, webhookId: string, page: Page): Promise<Paged<WebhookDelivery>> {
    const { webhookDelivery } = this.database.of(ctx)
    const where = { webhookId }
    const orderBy = { sequence: 'desc' } as const
    return paged(
      page,
      () => webhookDelivery.count({ where }),
      async (range) =>
        (await webhookDelivery.findMany({ where, select: columns, orderBy, ...range })).map(toDelivery),
    )
  }

  /** Lists a number of the newest deliveries of each of these webhooks, the newest last. */
  async listRecent(
    ctx: OperationContext,
    webhookIds: readonly string[],
    most: number,
  ): Promise<ReadonlyMap<string, readonly DeliveryState[]>> {
    const recent = db
      .selectFrom(idsAs(webhookIds, 'w'))
      .innerJoinLateral(
        (lateral) =>
          lateral
            .selectFrom('webhook_deliveries as d')
            .select(['d.id', 'd.type', 'd.status', 'd.attempts', 'd.created_at as createdAt', 'd.sequence'])
            .whereRef('d.webhook_id', '=', 'w.id')
            .orderBy('d.sequence', 'desc')
            .limit(most)
            .as('r'),
        (join) => join.onTrue(),
      )
      .select(['w.id as webhookId', 'r.id', 'r.type', 'r.status', 'r.attempts', 'r.createdAt'])
      .orderBy('w.id')
      .orderBy('r.sequence')
    const rows = await rowsOf(this.database.of(ctx), recent)
    const of = (id: string) => rows.filter(({ webhookId }) => webhookId === id)
    return new Map(webhookIds.map((id) => [id, of(id)]))
  }

  async find(ctx: OperationContext, id: string): Promise<WebhookDelivery | undefined> {
    const row = await this.database.of(ctx).webhookDelivery.findUnique({ where: { id }, select: columns })
    return row ? toDelivery(row) : undefined
  }

  /** Locks it until the transaction ends. */
  async lock(tx: OperationContext, id: string): Promise<void> {
    await this.database.of(tx).$executeRaw`SELECT id FROM webhook_deliveries WHERE id = ${id} FOR UPDATE`
  }

  /** Queues a delivery from the beginning, at once. */
  async queueAgain(tx: OperationContext, id: string): Promise<WebhookDelivery> {
    const now = tx.clock.now()
    const data = { status: 'pending', attempts: 0, dueAt: now, queuedAt: now, lease: null } as const
    return toDelivery(
      await this.database.of(tx).webhookDelivery.update({ where: { id }, data, select: columns }),
    )
  }

  /**
   * Takes a number of due deliveries until that time: of each subject of a webhook the first alone, the
   * organizations in turn. Each goes to one process only. Costs next to nothing while nothing waits.
   */
  async lease(
    ctx: OperationContext,
    lease: string,
    until: Date,
    most: number,
  ): Promise<readonly LeasedDelivery[]> {
    const now = ctx.clock.now()
    const taking = db
      .updateTable('webhook_deliveries as d')
      .from('webhooks as w')
      .set({ lease, due_at: until, attempts: sql`d.attempts + 1`, last_attempt_at: now })
      .whereRef('w.id', '=', 'd.webhook_id')
      .where(sql<boolean>`d.id = ANY (ARRAY(${dueIds(now, most)}))`)
      .returning(['d.id', 'd.webhook_id as webhookId', 'd.subject', 'd.payload', 'd.attempts', 'd.lease'])
      .returning(({ fn }) => fn.coalesce('d.queued_at', 'd.created_at').as('queuedAt'))
      .returning(['w.url', 'w.secret', 'w.former_secret as formerSecret'])
      .returning(['w.former_secret_until as formerSecretUntil', 'w.header_name as headerName'])
      .returning('w.header_value as headerValue')
      .$narrowType<{ lease: NotNull }>()
    const rows = await rowsOf(this.database.of(ctx), taking)
    return rows.map(({ secret, formerSecret, formerSecretUntil, headerName, headerValue, ...row }) => ({
      ...row,
      header:
        headerName !== null && headerValue !== null ? { name: headerName, value: headerValue } : undefined,
      secrets: [
        secret,
        ...(formerSecret && formerSecretUntil && formerSecretUntil > now ? [formerSecret] : []),
      ],
    }))
  }

  /**
   * Finishes an attempt; returns false if another process has taken the delivery: then the outcome does not
   * count.
   */
  async finish(
    tx: OperationContext,
    { id, lease }: LeasedDelivery,
    status: WebhookDelivery['status'],
    dueAt: Date,
    outcome: DeliveryOutcome,
  ): Promise<boolean> {
    const { count } = await this.database.of(tx).webhookDelivery.updateMany({
      where: { id, lease },
      data: {
        status,
        dueAt,
        lease: null,
        responseStatus: outcome.status,
        responseBody: outcome.body,
        problem: outcome.problem,
      },
    })
    return count > 0
  }

  /** Postpones later deliveries about the same thing: they wait as long as it does. */
  async postponeOthers(tx: OperationContext, leased: LeasedDelivery, dueAt: Date): Promise<void> {
    const { id, webhookId, subject } = leased
    await this.database.of(tx).webhookDelivery.updateMany({
      where: { webhookId, subject, status: 'pending', lease: null, id: { not: id } },
      data: { dueAt },
    })
  }

  /** Releases it, so that any process can begin again. */
  async release(ctx: OperationContext, { id, lease }: LeasedDelivery): Promise<void> {
    await this.database.of(ctx).webhookDelivery.updateMany({
      where: { id, lease },
      data: { lease: null, dueAt: ctx.clock.now(), attempts: { decrement: 1 } },
    })
  }

  /**
   * Returns since when every attempt of the webhook has failed, including this one; an earlier moment stays.
   */
  async markFailing(tx: OperationContext, webhookId: string): Promise<Date> {
    const now = tx.clock.now()
    const { webhook } = this.database.of(tx)
    await webhook.updateMany({ where: { id: webhookId, failingSince: null }, data: { failingSince: now } })
    const found = await webhook.findUnique({ where: { id: webhookId }, select: { failingSince: true } })
    return found?.failingSince ?? now
  }

  async markWorking(tx: OperationContext, webhookId: string): Promise<void> {
    await this.database.of(tx).webhook.updateMany({
      where: { id: webhookId, failingSince: { not: null } },
      data: { failingSince: null },
    })
  }

  /** Deletes at most a number of deliveries whose attempts began before then, and returns how many. */
  async prune(ctx: OperationContext, before: Date, most: number): Promise<number> {
    return this.database.of(ctx).$executeRaw`
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT id FROM webhook_deliveries
        WHERE created_at < ${before} AND (queued_at IS NULL OR queued_at < ${before})
        ORDER BY created_at LIMIT ${most})`
  }
}

/**
 * Locks a number of due deliveries and selects their ids: of each subject of a webhook the first alone. The
 * organizations take turns, those with the fewest attempts under way first; the site's own webhooks are one
 * of them. What another process has locked is left to it.
 */
function dueIds(now: Date, most: number): RawBuilder<string> {
  const wrong = later(now, tooFar)
  const isDue = sql`d.status = 'pending' AND (d.due_at <= ${now} OR d.due_at > ${wrong})`
  const runs = sql`r.status = 'pending' AND r.lease IS NOT NULL AND r.due_at > ${now} AND r.due_at <= ${wrong}`
  return sql`
    WITH busy AS (
      SELECT w.organization_id, count(*) AS running
      FROM webhooks w JOIN webhook_deliveries r ON r.webhook_id = w.id AND ${runs}
      GROUP BY w.organization_id
    ), first_of_subject AS (
      SELECT first.*, coalesce(b.running, 0)
        + row_number() OVER (PARTITION BY w.organization_id ORDER BY first.due_at, first.sequence) AS place
      FROM webhooks w
      LEFT JOIN organizations o ON o.id = w.organization_id
      LEFT JOIN busy b ON b.organization_id IS NOT DISTINCT FROM w.organization_id
      CROSS JOIN LATERAL (
        SELECT d.id, d.due_at, d.sequence FROM webhook_deliveries d
        WHERE d.webhook_id = w.id AND ${isDue} AND NOT EXISTS (
          SELECT FROM webhook_deliveries e
          WHERE e.webhook_id = d.webhook_id AND e.subject = d.subject AND e.status = 'pending'
            AND e.sequence < d.sequence)
        ORDER BY d.due_at, d.sequence
        LIMIT greatest(0, ${mostOfOne}::int - (
          SELECT count(*) FROM webhook_deliveries r WHERE r.webhook_id = w.id AND ${runs}))) AS first
      WHERE w.enabled AND o.is_disabled IS NOT TRUE
        AND EXISTS (SELECT FROM webhook_deliveries WHERE status = 'pending')
    ), in_turn AS (
      SELECT *, row_number() OVER (ORDER BY place, due_at, sequence) AS turn
      FROM first_of_subject WHERE place <= ${mostOfAnOrganization}
    )
    SELECT d.id FROM webhook_deliveries d
    WHERE ${isDue} AND d.id IN (
      SELECT id FROM in_turn WHERE place <= ${few} OR turn <= ${most - reservedPlaces}
      ORDER BY turn LIMIT ${most})
    FOR UPDATE SKIP LOCKED`
}

const toDelivery = ({ dueAt, problem, ...row }: Row): WebhookDelivery => ({
  ...row,
  // An older release stored what the network inside said.
  problem: problem === null || [unreadable, unreadableHeader].includes(problem) ? problem : notReached,
  nextAttemptAt: row.status === 'pending' ? dueAt : null,
})
