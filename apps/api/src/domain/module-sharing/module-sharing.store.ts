import { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import type { Organization, OrganizationKey } from '../organizations/organization.js'
import { organizationColumns, organizationSql } from '../organizations/organizations.store.js'
import type { StoreDatabase } from '../store.js'
import { isSharedWith, isOf, sharedWith } from './module-visibility.store.js'
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

  /** The ids by their names in lower case. None of them is deleted until the transaction ends. */
  async idsOf(ctx: OperationContext, nameKeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.of(ctx).$queryRaw<{ id: string; key: string }[]>`
      SELECT id, name_key AS key FROM organizations WHERE name_key = ANY(${nameKeys}) ORDER BY id FOR KEY SHARE`
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
    const ids = [...consumerIds]
    const shares = Prisma.sql`o.id <> wanted.id AND NOT o.is_disabled AND (
      o.global_module_sharing
      OR EXISTS (SELECT FROM module_consumers c WHERE c.producer_id = o.id AND c.consumer_id = wanted.id)
    )`
    const { skip, take } = rangeOf(page)
    const [totals, found] = await Promise.all([
      this.database.of(ctx).$queryRaw<{ id: string; total: bigint }[]>`
        SELECT wanted.id, count(o.id) AS total FROM unnest(${ids}::text[]) AS wanted (id)
        LEFT JOIN organizations o ON ${shares} GROUP BY wanted.id`,
      this.database.of(ctx).$queryRaw<(ModuleProducer & { consumerId: string })[]>`
        SELECT wanted.id AS "consumerId", producer.* FROM unnest(${ids}::text[]) AS wanted (id)
        CROSS JOIN LATERAL (
          SELECT o.id, o.name FROM organizations o WHERE ${shares} ORDER BY o.name LIMIT ${take} OFFSET ${skip}
        ) AS producer
        ORDER BY producer.name`,
    ])
    return pagedByParent(page, totals, ({ id, total }) => [
      found.flatMap(({ consumerId, ...producer }) => (consumerId === id ? [producer] : [])),
      Number(total),
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
    const isIt =
      'id' in key ? Prisma.sql`o.id = ${key.id}` : Prisma.sql`o.name_key = ${key.name.toLowerCase()}`
    const rows = await this.database.of(ctx).$queryRaw<Organization[]>`
      SELECT ${organizationSql} FROM organizations o
      WHERE ${isIt} AND NOT o.is_disabled AND ${sharedWith(ctx.actor)}`
    return rows[0]
  }

  /** Those of these organizations that share with one of the caller's and are none of them. */
  async shares(ctx: OperationContext, producerIds: readonly string[]): Promise<ModuleShare[]> {
    const ids = [...producerIds]
    return this.database.of(ctx).$queryRaw<ModuleShare[]>`
      WITH mine AS (
        SELECT l.producer_id, c.name FROM module_consumers l JOIN organizations c ON c.id = l.consumer_id
        WHERE l.producer_id = ANY(${ids}) AND NOT c.is_disabled AND ${isOf(ctx.actor)}
      )
      SELECT o.id AS "producerId", o.global_module_sharing AS "withAll",
        ARRAY(SELECT name FROM mine WHERE producer_id = o.id ORDER BY name LIMIT ${mostNamed}) AS consumers,
        (SELECT count(*)::int FROM mine WHERE producer_id = o.id) AS "consumerCount"
      FROM organizations o
      WHERE o.id = ANY(${ids}) AND NOT o.is_disabled AND ${isSharedWith(ctx.actor)}`
  }
}

function whoUses(producerId: string, sharing: Sharing): Prisma.OrganizationWhereInput {
  if (sharing === 'all') return { id: { not: producerId } }
  if (sharing === 'present') return { producers: { some: { producerId } } }
  return { nameKey: { in: sharing.map((name) => name.toLowerCase()) } }
}
