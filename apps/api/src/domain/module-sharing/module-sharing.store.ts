import { sql } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import type { Organization, OrganizationKey } from '../organizations/organization.js'
import { organizationColumns, organizationSql } from '../organizations/organizations.store.js'
import { any, db, idsAs, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { isOf, isOpenTo, isSharedWith, sharedWith } from './module-visibility.store.js'
import type { ModuleShare, ModuleProducer, Sharing } from './module-sharing.js'

/** So many of the caller's organizations are named. */
const mostNamed = 10

export class ModuleSharingStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The names of those that may use the organization's modules, in order. */
  async consumerNames(ctx: OperationContext, producerId: string): Promise<string[]> {
    const rows = await this.database.of(ctx).moduleConsumer.findMany({
      where: { producerId },
      orderBy: { consumer: { name: 'asc' } },
      select: { consumer: { select: { name: true } } },
    })
    return rows.map(({ consumer }) => consumer.name)
  }

  /** Those that exist for others than site administrators. */
  async countConsumers(
    ctx: OperationContext,
    producerIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const counted = db
      .selectFrom(idsAs(producerIds, 'p'))
      .select('p.id')
      .select(
        sql<number>`(
          SELECT count(*)::int FROM module_consumers c JOIN organizations o ON o.id = c.consumer_id
          WHERE c.producer_id = p.id AND NOT o.is_disabled)`.as('consumers'),
      )
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(rows.map(({ id, consumers }) => [id, consumers]))
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
  async setConsumers(
    ctx: OperationContext,
    producer: Organization,
    consumerIds: readonly string[],
  ): Promise<void> {
    const database = this.database.of(ctx)
    const { id } = producer
    await database.moduleConsumer.deleteMany({ where: { producerId: id } })
    await database.$executeRaw`
      INSERT INTO module_consumers (producer_id, consumer_id) SELECT ${id}, unnest(${consumerIds}::text[])`
    const data = { globalModuleSharing: false, updatedAt: changeTime(ctx.clock, producer.updatedAt) }
    await database.organization.update({ where: { id }, data, select: { id: true } })
  }

  /** The organizations whose modules the organization may use, by name. */
  async listProducers(ctx: OperationContext, consumerId: string, page: Page): Promise<Paged<Organization>> {
    const { organization } = this.database.of(ctx)
    const where: Prisma.OrganizationWhereInput = {
      id: { not: consumerId },
      isDisabled: false,
      OR: [{ globalModuleSharing: true }, { consumers: { some: { consumerId } } }],
    }
    const orderBy = { name: 'asc' } as const
    return paged(
      page,
      () => organization.count({ where }),
      (range) => organization.findMany({ where, orderBy, select: organizationColumns, ...range }),
    )
  }

  /** The same of each of these organizations, in two statements however many they are. */
  async listProducersOfMany(
    ctx: OperationContext,
    consumerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<ModuleProducer>>> {
    const database = this.database.of(ctx)
    const shares = sql<boolean>`o.id <> wanted.id AND NOT o.is_disabled AND (
      o.global_module_sharing
      OR EXISTS (SELECT FROM module_consumers c WHERE c.producer_id = o.id AND c.consumer_id = wanted.id)
    )`
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

  /** Those who could use the modules by the one rule and cannot by the other, by name. */
  async listDifference(
    ctx: OperationContext,
    producerId: string,
    { can, cannot }: { can: Sharing; cannot: Sharing },
    page: Page,
  ): Promise<Paged<ModuleProducer>> {
    const { organization } = this.database.of(ctx)
    const [some, others] = [whoUses(producerId, can), whoUses(producerId, cannot)]
    const where = { id: { not: producerId }, isDisabled: false, AND: [some, { NOT: others }] }
    const select = { id: true, name: true }
    return paged(
      page,
      () => organization.count({ where }),
      (range) => organization.findMany({ where, orderBy: { name: 'asc' }, select, ...range }),
    )
  }

  /** That organization, if it shares with one of the caller's and neither of the two is disabled. */
  async findSharing(ctx: OperationContext, key: OrganizationKey): Promise<Organization | undefined> {
    const isIt = 'id' in key ? sql`o.id = ${key.id}` : sql`o.name_key = ${key.name.toLowerCase()}`
    const sharing = db
      .selectFrom('organizations as o')
      .select(organizationSql)
      .where(sql<boolean>`${isIt} AND ${isOpenTo(ctx.actor, 'o')} AND ${sharedWith(ctx.actor)}`)
    return (await rowsOf(this.database.of(ctx), sharing))[0]
  }

  /** Those of these organizations that share with one of the caller's and are none of them. */
  async shares(ctx: OperationContext, producerIds: readonly string[]): Promise<ModuleShare[]> {
    const mine = db
      .selectFrom('module_consumers as l')
      .innerJoin('organizations as c', 'c.id', 'l.consumer_id')
      .select(['l.producer_id', 'c.name'])
      .where('l.producer_id', '=', any(producerIds))
      .where(sql<boolean>`${isOpenTo(ctx.actor, 'c')} AND ${isOf(ctx.actor)}`)
    const names = sql<string[]>`ARRAY(
      SELECT name FROM mine WHERE producer_id = o.id ORDER BY name LIMIT ${mostNamed})`
    const shares = db
      .with('mine', () => mine)
      .selectFrom('organizations as o')
      .select(['o.id as producerId', 'o.global_module_sharing as withAll', names.as('consumers')])
      .select(sql<number>`(SELECT count(*)::int FROM mine WHERE producer_id = o.id)`.as('consumerCount'))
      .where('o.id', '=', any(producerIds))
      .where(sql<boolean>`${isOpenTo(ctx.actor, 'o')} AND ${isSharedWith(ctx.actor)}`)
    return rowsOf(this.database.of(ctx), shares)
  }
}

function whoUses(producerId: string, sharing: Sharing): Prisma.OrganizationWhereInput {
  if (sharing === 'all') return { id: { not: producerId } }
  if (sharing === 'present') return { producers: { some: { producerId } } }
  return { nameKey: { in: sharing.map((name) => name.toLowerCase()) } }
}
