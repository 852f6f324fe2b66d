import { sql, type RawBuilder } from 'kysely'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import type { Organization, OrganizationKey } from '../organizations/organization.js'
import { ownerIds, toStatusCounts } from '../organizations/admin-organizations.store.js'
import { organizationSql } from '../organizations/organizations.store.js'
import { allOf, any, count, db, idsAs, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { sharesOf, tableOf, withAllOf } from '../organizations/shares.store.js'
import { isOf, isOpenTo, isSharedWith, sharedWith, sharesWith } from './registry-visibility.store.js'
import type { SharedKind } from '../organizations/shares.js'
import type {
  ConsumerList,
  NamedConsumer,
  RegistryProducer,
  RegistryShare,
  Sharing,
} from './registry-sharing.js'

/** Limit of the caller's organizations that are named. */
const mostNamed = 10

/**
 * Store of shares: what is shared, with whom and until when. A change of a list of consumers locks its
 * producer.
 */
export class RegistrySharingStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Lists who may use what each of these has of a kind, by name, in two statements for any number of
   * producers.
   */
  async listConsumersOfMany(
    ctx: OperationContext,
    kind: SharedKind,
    producerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, ConsumerList>> {
    const database = this.database.of(ctx)
    const { skip, take } = rangeOf(page)
    const wanted = db.selectFrom(idsAs(producerIds, 'wanted'))
    const shares = db
      .selectFrom(sharesOf(kind, ctx).as('s'))
      .innerJoin('organizations as o', 'o.id', 's.consumer_id')
      .whereRef('s.producer_id', '=', sql.ref('wanted.id'))
    const disabled = sql<number>`(count(*) FILTER (WHERE o.is_disabled))::int`
    const counted = wanted
      .crossJoinLateral(shares.select([count.as('total'), disabled.as('disabled')]).as('counts'))
      .select(['wanted.id', 'counts.total', 'counts.disabled'])
    const consumers = shares
      .select(organizationSql)
      .select([ownerIds.as('ownerIds'), 's.ends_at as sharingEndsAt'])
      .orderBy('o.name')
      .limit(take)
      .offset(skip)
    const listed = wanted
      .crossJoinLateral(consumers.as('consumer'))
      .selectAll('consumer')
      .select('wanted.id as producerId')
      .orderBy('consumer.name')
    const [counts, rows] = await Promise.all([rowsOf(database, counted), rowsOf(database, listed)])
    return new Map(
      counts.map(({ id, ...counts }) => {
        const items = rows.flatMap(({ producerId, ...consumer }) => (producerId === id ? [consumer] : []))
        return [id, { items, totalCount: counts.total, statusCounts: toStatusCounts(counts), page }]
      }),
    )
  }

  /** Counts the consumers that exist for others than site administrators. */
  async countConsumers(
    ctx: OperationContext,
    kind: SharedKind,
    producerIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const counted = db
      .selectFrom(idsAs(producerIds, 'p'))
      .select('p.id')
      .select(
        sql<number>`(
          SELECT count(*)::int FROM ${sharesOf(kind, ctx)} c JOIN organizations o ON o.id = c.consumer_id
          WHERE c.producer_id = p.id AND NOT o.is_disabled)`.as('consumers'),
      )
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(rows.map(({ id, consumers }) => [id, consumers]))
  }

  /** The organizations whose things of a kind the organization may use, by name. */
  async listProducers(
    ctx: OperationContext,
    kind: SharedKind,
    consumerId: string,
    page: Page,
  ): Promise<Paged<Organization>> {
    const producers = db
      .selectFrom('organizations as o')
      .select(organizationSql)
      .where(sharesWith(ctx, kind, sql`${consumerId}`))
      .orderBy('o.name')
    return pagedRows(this.database.of(ctx), page, producers)
  }

  /** The same of each of these organizations, in two statements however many they are. */
  async listProducersOfMany(
    ctx: OperationContext,
    kind: SharedKind,
    consumerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<RegistryProducer>>> {
    const database = this.database.of(ctx)
    const shares = sharesWith(ctx, kind, sql`wanted.id`)
    const { skip, take } = rangeOf(page)
    const wanted = db.selectFrom(idsAs(consumerIds, 'wanted'))
    const counted = wanted
      .leftJoin('organizations as o', (join) => join.on(shares))
      .select(['wanted.id', sql<number>`count(o.id)::int`.as('total')])
      .groupBy('wanted.id')
    const producers = db
      .selectFrom('organizations as o')
      .select(['o.id', 'o.name'])
      .where(shares)
      .orderBy('o.name')
      .limit(take)
      .offset(skip)
    const listed = wanted
      .crossJoinLateral(producers.as('producer'))
      .select(['wanted.id as consumerId', 'producer.id', 'producer.name'])
      .orderBy('producer.name')
    const [totals, found] = await Promise.all([rowsOf(database, counted), rowsOf(database, listed)])
    return pagedByParent(page, totals, ({ id, total }) => [
      found.flatMap(({ consumerId, ...producer }) => (consumerId === id ? [producer] : [])),
      total,
    ])
  }

  /** Lists by name who could use what is shared by one rule and cannot by the other. */
  async listDifference(
    ctx: OperationContext,
    kind: SharedKind,
    producerId: string,
    { can, cannot }: { can: Sharing; cannot: Sharing },
    page: Page,
  ): Promise<Paged<RegistryProducer>> {
    const using = (sharing: Sharing) => whoUses(ctx, kind, producerId, sharing)
    const conditions = [sql<boolean>`o.id <> ${producerId} AND NOT o.is_disabled`, using(can)]
    const affected = db
      .selectFrom('organizations as o')
      .select(['o.id', 'o.name'])
      .where(allOf([...conditions, sql<boolean>`NOT ${using(cannot)}`]))
      .orderBy('o.name')
    return pagedRows(this.database.of(ctx), page, affected)
  }

  /** Finds that organization, if it shares with one of the caller's and neither of the two is disabled. */
  async findSharing(
    ctx: OperationContext,
    kind: SharedKind,
    key: OrganizationKey,
  ): Promise<Organization | undefined> {
    const isIt = 'id' in key ? sql`o.id = ${key.id}` : sql`o.name_key = ${key.name.toLowerCase()}`
    const sharing = db
      .selectFrom('organizations as o')
      .select(organizationSql)
      .where(sql<boolean>`${isIt} AND ${isOpenTo(ctx.actor, 'o')} AND ${sharedWith(ctx, kind)}`)
    return (await rowsOf(this.database.of(ctx), sharing))[0]
  }

  /** Finds the shares of these organizations with one of the caller's; the caller's own are left out. */
  async shares(
    ctx: OperationContext,
    kind: SharedKind,
    producerIds: readonly string[],
  ): Promise<RegistryShare[]> {
    const mine = db
      .selectFrom(sharesOf(kind, ctx).as('l'))
      .innerJoin('organizations as c', 'c.id', 'l.consumer_id')
      .select(['l.producer_id', 'l.ends_at', 'c.name'])
      .where('l.producer_id', '=', any(producerIds))
      .where(sql<boolean>`${isOpenTo(ctx.actor, 'c')} AND ${isOf(ctx.actor)}`)
    const names = sql<string[]>`ARRAY(
      SELECT name FROM mine WHERE producer_id = o.id ORDER BY name LIMIT ${mostNamed})`
    const withAll = withAllOf(kind)
    const endsAt = sql<Date | null>`(
      SELECT CASE WHEN bool_or(ends_at IS NULL) THEN NULL ELSE max(ends_at) END FROM mine WHERE producer_id = o.id)`
    const shares = db
      .with('mine', () => mine)
      .selectFrom('organizations as o')
      .select(['o.id as producerId', withAll.as('withAll'), names.as('consumers'), endsAt.as('endsAt')])
      .select(sql<number>`(SELECT count(*)::int FROM mine WHERE producer_id = o.id)`.as('consumerCount'))
      .where('o.id', '=', any(producerIds))
      .where(sql<boolean>`${isOpenTo(ctx.actor, 'o')} AND ${isSharedWith(ctx, kind)}`)
    return rowsOf(this.database.of(ctx), shares)
  }

  /** Lists who may use what the organization has of a kind, by name. */
  async consumersOf(ctx: OperationContext, kind: SharedKind, producerId: string): Promise<NamedConsumer[]> {
    return (await this.consumersOfMany(ctx, kind, [producerId])).get(producerId) ?? []
  }

  /** The same of many producers, by their ids; one without consumers has no list. */
  async consumersOfMany(
    ctx: OperationContext,
    kind: SharedKind,
    producerIds: readonly string[],
  ): Promise<ReadonlyMap<string, NamedConsumer[]>> {
    const named = db
      .selectFrom(sharesOf(kind, ctx).as('s'))
      .innerJoin('organizations as o', 'o.id', 's.consumer_id')
      .select(['o.id', 'o.name', 's.ends_at as endsAt', 's.producer_id as producerId'])
      .where('s.producer_id', '=', any(producerIds))
      .orderBy('o.name')
    const lists = new Map<string, NamedConsumer[]>()
    for (const { producerId, ...consumer } of await rowsOf(this.database.of(ctx), named)) {
      const list = lists.get(producerId) ?? []
      list.push(consumer)
      lists.set(producerId, list)
    }
    return lists
  }

  /** Finds organizations by their names in lower case. */
  async findNamed(ctx: OperationContext, nameKeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const named = db
      .selectFrom('organizations')
      .select(['id', 'name_key as key'])
      .where('name_key', '=', any(nameKeys))
    return new Map((await rowsOf(this.database.of(ctx), named)).map(({ id, key }) => [key, id]))
  }

  /**
   * Finds and locks organizations by their names in lower case: no one deletes them until the transaction
   * ends.
   */
  async lockNamed(ctx: OperationContext, nameKeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
  async setConsumers(
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
    const ended = (kind: SharedKind) =>
      db.selectFrom(tableOf(kind)).select('producer_id as id').where('ends_at', '<=', ctx.clock.now())
    const producers = ended('modules').union(ended('providers')).orderBy('id').limit(100)
    return (await rowsOf(this.database.of(ctx), producers)).map(({ id }) => id)
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

/** Condition that the organization `o` may use what is shared in this way. */
function whoUses(
  ctx: OperationContext,
  kind: SharedKind,
  producerId: string,
  sharing: Sharing,
): RawBuilder<boolean> {
  if (sharing === 'all') return sql<boolean>`TRUE`
  if (sharing !== 'present')
    return sql<boolean>`(o.name_key = ${any(sharing.map((name) => name.toLowerCase()))})`
  return sql<boolean>`(o.id IN (
    SELECT c.consumer_id FROM ${sharesOf(kind, ctx)} c WHERE c.producer_id = ${producerId}))`
}
