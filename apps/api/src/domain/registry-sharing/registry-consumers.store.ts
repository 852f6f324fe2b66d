import { sql } from 'kysely'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Organization } from '../organizations/organization.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { sharesOf, tableOf } from '../organizations/shares.store.js'
import { sharedKinds, type SharedKind } from '../organizations/shares.js'
import type { NamedConsumer } from './registry-sharing.js'

/** The lists of consumers, where they are changed; the producer is locked then. */
export class RegistryConsumersStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Those that may use what the organization has of a kind, by name. */
  async named(ctx: OperationContext, kind: SharedKind, producerId: string): Promise<NamedConsumer[]> {
    const named = db
      .selectFrom(sharesOf(kind, ctx).as('s'))
      .innerJoin('organizations as o', 'o.id', 's.consumer_id')
      .select(['o.id', 'o.name', 's.ends_at as endsAt'])
      .where('s.producer_id', '=', producerId)
      .orderBy('o.name')
    return rowsOf(this.database.of(ctx), named)
  }

  /** The ids by their names in lower case. None of them is deleted until the transaction ends. */
  async idsOf(ctx: OperationContext, nameKeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const named = db
      .selectFrom('organizations')
      .select(['id', 'name_key as key'])
      .where('name_key', '=', any(nameKeys))
      .orderBy('id')
      .forKeyShare()
    const rows = await rowsOf(this.database.of(ctx), named)
    return new Map(rows.map(({ id, key }) => [key, id]))
  }

  /** A list, also an empty one, ends sharing with all. */
  async set(
    ctx: OperationContext,
    kind: SharedKind,
    producer: Organization,
    consumers: readonly Pick<NamedConsumer, 'id' | 'endsAt'>[],
  ): Promise<void> {
    const database = this.database.of(ctx)
    const { id } = producer
    const table = tableOf(kind)
    const ids = consumers.map((each) => each.id)
    const ends = consumers.map(({ endsAt }) => endsAt?.toISOString() ?? null)
    const rows = sql<{ id: string; ends_at: string | null }>`unnest(${ids}::text[], ${ends}::text[])`.as(
      sql<'c'>`c (id, ends_at)` as never,
    )
    await rowsOf(database, db.deleteFrom(table).where('producer_id', '=', id))
    const filled = db
      .insertInto(table)
      .columns(['producer_id', 'consumer_id', 'ends_at'])
      .expression(
        db
          .selectFrom(rows)
          .select([sql`${id}`.as('producer'), 'c.id', sql`c.ends_at::timestamptz`.as('ends')]),
      )
    await rowsOf(database, filled)
    const withAll = kind === 'modules' ? { globalModuleSharing: false } : { globalProviderSharing: false }
    const data = { ...withAll, updatedAt: changeTime(ctx.clock, producer.updatedAt) }
    await database.organization.update({ where: { id }, data, select: { id: true } })
  }

  /** Records that something about its lists changed. */
  async touch(ctx: OperationContext, { id, updatedAt }: Organization): Promise<void> {
    const data = { updatedAt: changeTime(ctx.clock, updatedAt) }
    await this.database.of(ctx).organization.update({ where: { id }, data, select: { id: true } })
  }

  /** Producers with a share whose end has come, in the order of their ids; the first hundred. */
  async findProducersOfEnded(ctx: OperationContext): Promise<string[]> {
    const now = ctx.clock.now()
    const [modules, providers] = sharedKinds.map((kind) =>
      db.selectFrom(tableOf(kind)).select('producer_id as id').where('ends_at', '<=', now),
    )
    const ended = modules
      ?.union(providers as NonNullable<typeof providers>)
      .orderBy('id')
      .limit(100)
    return ended ? (await rowsOf(this.database.of(ctx), ended)).map(({ id }) => id) : []
  }

  /** Takes those of a producer away whose end has come. */
  async deleteEnded(
    ctx: OperationContext,
    kind: SharedKind,
    producerId: string,
  ): Promise<Omit<NamedConsumer, 'id'>[]> {
    const ended = db
      .deleteFrom(tableOf(kind))
      .using('organizations as o')
      .whereRef('o.id', '=', 'consumer_id')
      .where('producer_id', '=', producerId)
      .where('ends_at', '<=', ctx.clock.now())
      .returning(['o.name', 'ends_at as endsAt'])
    return rowsOf(this.database.of(ctx), ended)
  }
}
