import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { sharesOf } from '../organizations/shares.store.js'
import { db, idsAs, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { SharingRequest } from './sharing-request.js'

const requestColumns = [
  'r.id',
  'r.reason',
  'r.asked_by_id as askedById',
  'r.asked_by_name as askedByName',
] as const
const columns = [
  ...requestColumns,
  'r.created_at as createdAt',
  'r.organization_id as organizationId',
  'r.producer',
] as const

/** Past and present requests of one organization for another one by its name. */
const requestsByName = db
  .selectFrom('sharing_requests as r')
  .innerJoin('organization_names as n', 'n.name_key', 'r.producer_key')
  .innerJoin('organizations as o', 'o.id', 'n.organization_id')
  .innerJoin('organizations as c', 'c.id', 'r.organization_id')

/** Condition that the organization `o` shares its modules with that one. */
const sharesModules = (ctx: OperationContext, consumerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(o.global_module_sharing OR EXISTS (
    SELECT FROM ${sharesOf('modules', ctx)} s WHERE s.producer_id = o.id AND s.consumer_id = ${consumerId}))`

/** Selects the requests that can be answered: the organization exists and does not share yet. */
export const answerableRequests = (ctx: OperationContext) =>
  requestsByName
    .select(requestColumns)
    .select(['c.name as organization', 'o.name as producer', 'r.created_at as createdAt'])
    .where(sql<boolean>`NOT o.is_disabled AND NOT c.is_disabled AND o.id <> c.id`)
    .where(sql<boolean>`NOT ${sharesModules(ctx, sql`c.id`)}`)

export class SharingRequestsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Locks the organization that asks, so that its open requests are counted right. */
  async lock(tx: OperationContext, organizationId: string): Promise<void> {
    await this.database.of(tx)
      .$executeRaw`SELECT id FROM organizations WHERE id = ${organizationId} FOR UPDATE`
  }

  async countOpen(tx: OperationContext, organizationId: string): Promise<number> {
    return this.database.of(tx).sharingRequest.count({ where: { organizationId } })
  }

  /** Newest first of each of these organizations, in two statements however many they are. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<SharingRequest>>> {
    const database = this.database.of(ctx)
    const { skip, take } = rangeOf(page)
    const wanted = db.selectFrom(idsAs(organizationIds, 'wanted'))
    const requests = db
      .selectFrom('sharing_requests as r')
      .select(columns)
      .whereRef('r.organization_id', '=', sql.ref('wanted.id'))
      .orderBy(sql`r.created_at desc, r.id`)
    const counted = wanted
      .leftJoin('sharing_requests as r', 'r.organization_id', 'wanted.id')
      .select(['wanted.id', sql<number>`count(r.id)::int`.as('total')])
      .groupBy('wanted.id')
    const listed = wanted
      .crossJoinLateral(requests.limit(take).offset(skip).as('request'))
      .selectAll('request')
      .orderBy(sql`request."createdAt" desc, request.id`)
    const [totals, found] = await Promise.all([rowsOf(database, counted), rowsOf(database, listed)])
    return pagedByParent(page, totals, ({ id, total }) => [
      found.filter(({ organizationId }) => organizationId === id),
      total,
    ])
  }

  async find(ctx: OperationContext, id: string): Promise<SharingRequest | undefined> {
    const request = db.selectFrom('sharing_requests as r').select(columns).where('r.id', '=', id)
    return (await rowsOf(this.database.of(ctx), request))[0]
  }

  /** Tells whether an organization of the typed name exists. */
  async hasProducer(ctx: OperationContext, id: string): Promise<boolean> {
    return (
      (await rowsOf(this.database.of(ctx), requestsByName.select('r.id').where('r.id', '=', id))).length > 0
    )
  }

  /**
   * Finds what the requesting organization knows already of the name: its own, or one that shares with it.
   */
  async knownOf(
    ctx: OperationContext,
    organizationId: string,
    producer: string,
  ): Promise<'own' | 'shared' | undefined> {
    const known = db
      .selectFrom('organization_names as n')
      .innerJoin('organizations as o', 'o.id', 'n.organization_id')
      .select(sql<boolean>`o.id = ${organizationId}`.as('isOwn'))
      .where('n.name_key', '=', producer.toLowerCase())
      .where(
        sql<boolean>`(o.id = ${organizationId} OR (
          NOT o.is_disabled AND ${sharesModules(ctx, sql`${organizationId}`)}))`,
      )
    const [row] = await rowsOf(this.database.of(ctx), known)
    return row && (row.isOwn ? 'own' : 'shared')
  }

  async create(
    tx: OperationContext,
    facts: Pick<SharingRequest, 'organizationId' | 'producer' | 'reason' | 'askedById' | 'askedByName'>,
  ): Promise<SharingRequest> {
    const producerKey = facts.producer.toLowerCase()
    const data = { ...facts, id: newId('shreq'), producerKey, createdAt: tx.clock.now() }
    try {
      return await this.database.of(tx).sharingRequest.create({ data, omit: { producerKey: true } })
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint !== 'sharing_requests_organization_id_producer_key_key') throw error
      throw invalid({ ...faults.taken('producer'), message: 'You have asked for this already' })
    }
  }

  /** False where it was answered in the meantime. */
  async delete(tx: OperationContext, id: string): Promise<boolean> {
    return (await this.database.of(tx).sharingRequest.deleteMany({ where: { id } })).count > 0
  }

  /** Ends the requests that this organization fulfils by now, and returns them, by its name of now. */
  async deleteFulfilled(tx: OperationContext, producerId: string): Promise<SharingRequest[]> {
    const fulfilled = db
      .deleteFrom('sharing_requests as r')
      .using(['organization_names as n', 'organizations as o'])
      .whereRef('n.name_key', '=', 'r.producer_key')
      .whereRef('o.id', '=', 'n.organization_id')
      .where('o.id', '=', producerId)
      .where(sharesModules(tx, sql`r.organization_id`))
      .returning(['r.id', 'r.organization_id as organizationId', 'o.name as producer', 'r.reason'])
      .returning([
        'r.asked_by_id as askedById',
        'r.asked_by_name as askedByName',
        'r.created_at as createdAt',
      ])
    return rowsOf(this.database.of(tx), fulfilled)
  }

  /** Deletes at most a number of requests from before then, and returns how many it deleted. */
  async prune(ctx: OperationContext, before: Date, most: number): Promise<number> {
    return this.database.of(ctx).$executeRaw`
      DELETE FROM sharing_requests WHERE id IN (
        SELECT id FROM sharing_requests WHERE created_at < ${before} ORDER BY created_at LIMIT ${most})`
  }
}
