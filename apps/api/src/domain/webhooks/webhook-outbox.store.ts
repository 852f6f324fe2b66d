import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** A webhook that asks for one of these events; `index` says for which. */
export interface WebhookReceiver {
  readonly index: number
  readonly webhookId: string
  /** Whether it belongs to an organization, not to the site. */
  readonly isOrganizations: boolean
  /** What the organization of the event is called now; null where it has none. */
  readonly organization: string | null
}

export interface NewDelivery {
  readonly webhookId: string
  readonly type: string
  readonly subject: string
  readonly payload: string
  readonly at: Date
}

export class WebhookOutboxStore {
  constructor(private readonly database: StoreDatabase) {}

  /** In the order of the events. None of the webhooks is deleted until the transaction ends. */
  async receiversOf(
    tx: OperationContext,
    events: readonly { type: string; organizationId?: string | undefined; isForAll?: boolean }[],
  ): Promise<readonly WebhookReceiver[]> {
    const types = events.map(({ type }) => type)
    const organizationIds = events.map(({ organizationId = '' }) => organizationId)
    const forAll = events.map(({ isForAll = false }) => isForAll)
    const told = sql<{ type: string; organization_id: string; is_for_all: boolean; number: bigint }>`
      unnest(${types}::text[], ${organizationIds}::text[], ${forAll}::bool[]) WITH ORDINALITY`
    const receivers = db
      .selectFrom(told.as<'e'>(sql`e (type, organization_id, is_for_all, number)`))
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
}
