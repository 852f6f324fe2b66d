import { sql, type RawBuilder } from 'kysely'
import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import {
  assignedFor,
  isItemId,
  type AttentionCount,
  type AttentionFilter,
  type AttentionItem,
  type AttentionOrder,
  type AttentionView,
} from './attention-item.js'
import { itemsFor, type AttentionSight, type Sources } from './attention-sources.store.js'

/** The queue of what needs attention: computed, except for who works on what, and what was put off. */
export class AttentionItemsStore {
  constructor(
    private readonly database: StoreDatabase,
    private readonly sources: Sources,
  ) {}

  /** Lists a page of the queue, by kind, and counts all of it: two statements whatever there is. */
  async list(
    ctx: OperationContext,
    sight: AttentionSight,
    { view, kind, organization }: AttentionFilter,
    order: AttentionOrder,
    page: Page,
  ): Promise<Paged<AttentionItem> & { readonly counts: readonly AttentionCount[] }> {
    const database = this.database.of(ctx)
    const marked = this.marked(ctx, sight).$if(organization !== undefined, (query) =>
      query.where(sql<boolean>`lower(i.organization) = ${organization?.toLowerCase() ?? ''}`),
    )
    const isIn = conditionsOf(ctx)
    const listed = marked
      .where(isIn[view])
      .$if(kind !== undefined, (query) => query.where(sql<boolean>`i.kind = ${kind}`))
      .select(columnsFor(ctx))
      .orderBy(orders[order])
    const counting = marked.select([
      sql<AttentionCount['kind']>`i.kind`.as('kind'),
      ...(['open', 'later', 'mine'] as const).map((each) =>
        sql<number>`(count(*) FILTER (WHERE ${isIn[each]}))::int`.as(each),
      ),
    ])
    let counts: readonly AttentionCount[] = []
    const list = await paged(
      page,
      async () => {
        counts = await rowsOf(database, counting.groupBy(sql`i.place, i.kind`).orderBy(sql`i.place`))
        const wanted = counts.filter((count) => kind === undefined || count.kind === kind)
        return wanted.reduce((sum, count) => sum + count[view], 0)
      },
      ({ skip, take }) => rowsOf(database, listed.limit(take).offset(skip)),
    )
    return { ...list, counts }
  }

  async find(ctx: OperationContext, sight: AttentionSight, id: string): Promise<AttentionItem | undefined> {
    if (!isItemId(id)) return undefined
    const query = this.marked(ctx, sight)
      .select(columnsFor(ctx))
      .where(sql<boolean>`i.id = ${id}`)
    return (await rowsOf(this.database.of(ctx), query))[0]
  }

  /** Assigns it to a person in place of the one before; assignments that ended are removed. */
  async assign(tx: OperationContext, id: string, userId: string): Promise<void> {
    const { attentionAssignment } = this.database.of(tx)
    const at = tx.clock.now()
    await attentionAssignment.deleteMany({ where: { at: { lte: later(at, -assignedFor) } } })
    await attentionAssignment.upsert({
      where: { key: id },
      create: { key: id, userId, at },
      update: { userId, at },
    })
  }

  async release(tx: OperationContext, id: string): Promise<void> {
    await this.database.of(tx).attentionAssignment.deleteMany({ where: { key: id } })
  }

  /** Puts it off for one person, or ends that; what ended by itself is removed. */
  async postpone(ctx: OperationContext, id: string, userId: string, until: Date | null): Promise<void> {
    const { attentionPostponement } = this.database.of(ctx)
    const over = { until: { lte: ctx.clock.now() } }
    await attentionPostponement.deleteMany({ where: { userId, OR: [over, { key: id }] } })
    if (until)
      await attentionPostponement.createMany({ data: { userId, key: id, until }, skipDuplicates: true })
  }

  /** Puts a failed upload away until it fails again. */
  async putAway(tx: OperationContext, versionId: string): Promise<void> {
    const { moduleVersion, registryProviderVersion } = this.database.of(tx)
    const change = { where: { id: versionId }, data: { putAwayAt: tx.clock.now() } }
    await moduleVersion.updateMany(change)
    await registryProviderVersion.updateMany(change)
  }

  /** The items of a caller, called `i`, with the marks of people. */
  private marked(ctx: OperationContext, sight: AttentionSight) {
    const now = ctx.clock.now()
    return db
      .selectFrom(itemsFor(ctx, sight, this.sources).as('i'))
      .leftJoin('attention_assignments as a', (join) =>
        join.on(sql<boolean>`a.key = i.id AND a.at > ${later(now, -assignedFor)}`),
      )
      .leftJoin('users as u', 'u.id', 'a.user_id')
      .leftJoin('attention_postponements as l', (join) =>
        join.on(sql<boolean>`l.key = i.id AND l.user_id = ${personOf(ctx)} AND l.until > ${now}`),
      )
  }
}

/** Id of the person who asks; empty for other callers, who are assigned nothing and put nothing off. */
const personOf = ({ actor }: OperationContext): string => (actor.type === 'user' ? actor.id : '')

const columnsFor = (ctx: OperationContext) =>
  [
    'i.id',
    sql<AttentionItem['kind']>`i.kind`.as('kind'),
    'i.at',
    'i.organization',
    'i.organizationId',
    'i.name',
    'i.thingId',
    'i.provider',
    'i.version',
    'i.detail',
    'i.amount',
    'i.limit',
    'u.username as assignee',
    sql<boolean>`coalesce(a.user_id = ${personOf(ctx)}, FALSE)`.as('isMine'),
    'l.until as laterUntil',
  ] as const

const conditionsOf = (ctx: OperationContext): Readonly<Record<AttentionView, RawBuilder<boolean>>> => ({
  open: sql`l.until IS NULL`,
  later: sql`l.until IS NOT NULL`,
  mine: sql`(a.user_id = ${personOf(ctx)} AND l.until IS NULL)`,
})

const orders: Readonly<Record<AttentionOrder, RawBuilder<unknown>>> = {
  worst: sql`i.place, i.weight DESC NULLS LAST, i.at, i.name, i.id`,
  oldest: sql`min(i.at) OVER (PARTITION BY i.place) NULLS LAST, i.place, i.at NULLS LAST, i.name, i.id`,
}
