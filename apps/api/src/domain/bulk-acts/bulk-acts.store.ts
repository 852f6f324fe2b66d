import { sql } from 'kysely'
import { minutes, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { Prisma } from '../../generated/prisma/client.js'
import { any, count, db, rowsOf } from '../sql.js'
import { jsonOf, type StoreDatabase } from '../store.js'
import {
  bulkActOutcomes,
  type ActedTarget,
  type BulkAct,
  type BulkActOutcome,
  type OutcomeCounts,
  type TakenAct,
  type Target,
  type Value,
  type WaitingTarget,
} from './bulk-act.js'

/** A lease longer than this comes from a process with a wrong clock. */
const tooLong = minutes(5)

const columns = {
  id: true,
  kind: true,
  settings: true,
  reason: true,
  userId: true,
  userName: true,
  undoesId: true,
  undoneBy: { select: { id: true } },
  createdAt: true,
  cancelledAt: true,
  finishedAt: true,
} satisfies Prisma.BulkActSelect

type Row = Prisma.BulkActGetPayload<{ select: typeof columns }>

/** Casts what the service alone writes: the kind and its settings. */
const toAct = ({ undoneBy, ...row }: Row): BulkAct =>
  ({ ...row, undoneById: undoneBy?.id ?? null }) as BulkAct

export interface BulkActFilter {
  readonly userId?: string | undefined
  readonly isFinished?: boolean | undefined
}

/** The person that an act is done as. */
interface Starter {
  readonly id: string
  readonly username: string
  readonly isSiteAdmin: boolean
  readonly suspendedAt: Date | null
}

/** Acts on many things, their targets, and the queue of those that are unfinished. */
export class BulkActsStore {
  constructor(private readonly database: StoreDatabase) {}

  async list(ctx: OperationContext, filter: BulkActFilter, page: Page): Promise<Paged<BulkAct>> {
    const { bulkAct } = this.database.of(ctx)
    const { userId, isFinished } = filter
    const where = {
      ...(userId !== undefined && { userId }),
      ...(isFinished !== undefined && { finishedAt: isFinished ? { not: null } : null }),
    }
    const orderBy: Prisma.BulkActOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'desc' }]
    return paged(
      page,
      () => bulkAct.count({ where }),
      async (range) => (await bulkAct.findMany({ where, orderBy, select: columns, ...range })).map(toAct),
    )
  }

  async find(ctx: OperationContext, id: string): Promise<BulkAct | undefined> {
    const row = await this.database.of(ctx).bulkAct.findUnique({ where: { id }, select: columns })
    return row ? toAct(row) : undefined
  }

  /** Locks it until the transaction ends. */
  async findLocked(tx: OperationContext, id: string): Promise<BulkAct | undefined> {
    await this.database.of(tx).$executeRaw`SELECT id FROM bulk_acts WHERE id = ${id} FOR NO KEY UPDATE`
    return this.find(tx, id)
  }

  /** Counts the outcomes of each of these acts. */
  async countOutcomes(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, OutcomeCounts>> {
    const counted = db
      .selectFrom('bulk_act_targets')
      .select(['act_id as id', 'outcome', count.as('count')])
      .where('act_id', '=', any(ids))
      .groupBy(['act_id', 'outcome'])
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(
      ids.map((id) => [
        id,
        Object.fromEntries(
          bulkActOutcomes.map((outcome) => [
            outcome,
            rows.find((row) => row.id === id && row.outcome === outcome)?.count ?? 0,
          ]),
        ) as OutcomeCounts,
      ]),
    )
  }

  /** The targets of an act, by name. */
  async listTargets(
    ctx: OperationContext,
    actId: string,
    outcome: BulkActOutcome | undefined,
    page: Page,
  ): Promise<Paged<ActedTarget>> {
    const { bulkActTarget } = this.database.of(ctx)
    const where = { actId, ...(outcome !== undefined && { outcome }) }
    const orderBy: Prisma.BulkActTargetOrderByWithRelationInput[] = [{ name: 'asc' }, { position: 'asc' }]
    const select = { targetId: true, name: true, outcome: true, message: true } as const
    return paged(
      page,
      () => bulkActTarget.count({ where }),
      async (range) =>
        (await bulkActTarget.findMany({ where, orderBy, select, ...range })).map(({ targetId, ...row }) => ({
          ...row,
          id: targetId,
          outcome: row.outcome as BulkActOutcome,
        })),
    )
  }

  /** Counts the unfinished acts of a person, whose further starts wait until the transaction ends. */
  async countUnfinished(tx: OperationContext, userId: string): Promise<number> {
    const database = this.database.of(tx)
    const key = `bulk acts ${userId}`
    await database.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
    return database.bulkAct.count({ where: { userId, finishedAt: null } })
  }

  async create(
    tx: OperationContext,
    act: TakenAct & { readonly undoesId?: string | undefined },
  ): Promise<void> {
    const { settings, credential, ...row } = act
    const data = {
      ...row,
      settings: jsonOf(settings),
      credential: jsonOf(credential),
      createdAt: tx.clock.now(),
    }
    await this.database.of(tx).bulkAct.create({ data: data as Prisma.BulkActUncheckedCreateInput })
  }

  /** Adds targets behind the first ones. */
  async addTargets(
    tx: OperationContext,
    actId: string,
    first: number,
    targets: readonly Target[],
  ): Promise<void> {
    const data = targets.map(({ id, name }, index) => ({
      actId,
      position: first + index,
      targetId: id,
      name,
    }))
    await this.database.of(tx).bulkActTarget.createMany({ data })
  }

  /** Gives an act the targets that another one changed, with the values that they had before. Returns their number. */
  async addChanged(tx: OperationContext, actId: string, undoesId: string): Promise<number> {
    return this.database.of(tx).$executeRaw`
      INSERT INTO bulk_act_targets (act_id, position, target_id, name, given, expected)
      SELECT ${actId}, position, target_id, name, before, after FROM bulk_act_targets
      WHERE act_id = ${undoesId} AND outcome = 'changed'`
  }

  /** Gives an act the targets that another one was refused. Returns their number. */
  async addRefused(tx: OperationContext, actId: string, formerId: string): Promise<number> {
    return this.database.of(tx).$executeRaw`
      INSERT INTO bulk_act_targets (act_id, position, target_id, name, given, expected)
      SELECT ${actId}, position, target_id, name, given, expected FROM bulk_act_targets
      WHERE act_id = ${formerId} AND outcome = 'refused'`
  }

  /** Stops what waits; the one target that is under way ends first. */
  async cancel(tx: OperationContext, id: string): Promise<void> {
    const [database, now] = [this.database.of(tx), tx.clock.now()]
    await database.bulkActTarget.updateMany({
      where: { actId: id, outcome: 'waiting' },
      data: { outcome: 'cancelled' },
    })
    await database.bulkAct.update({ where: { id }, data: { cancelledAt: now, finishedAt: now } })
  }

  /** Takes the next unfinished act behind this one, until then. Of several processes one gets each. */
  async take(ctx: OperationContext, behind: string, until: Date): Promise<TakenAct | undefined> {
    const now = ctx.clock.now()
    const next = sql`
      SELECT id FROM bulk_acts
      WHERE finished_at IS NULL AND id > ${behind}
        AND (lease_until IS NULL OR lease_until <= ${now} OR lease_until > ${later(now, tooLong)})
      ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
    const taking = db
      .updateTable('bulk_acts')
      .set({ lease_until: until })
      .where(sql<boolean>`id = (${next})`)
      .returning([
        'id',
        'kind',
        'settings',
        'reason',
        'user_id as userId',
        'user_name as userName',
        'address',
      ])
      .returning(['as_administrator as asAdministrator', 'credential', 'is_sign_in_fresh as isSignInFresh'])
    const [taken] = await rowsOf(this.database.of(ctx), taking)
    return taken as TakenAct | undefined
  }

  /** Gives it back, for any process to go on. */
  async release(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).bulkAct.updateMany({ where: { id }, data: { leaseUntil: null } })
  }

  /** Ends an act of which nothing waits. */
  async finish(ctx: OperationContext, id: string): Promise<void> {
    const targets = { none: { outcome: 'waiting' } }
    const data = { finishedAt: ctx.clock.now() }
    await this.database.of(ctx).bulkAct.updateMany({ where: { id, finishedAt: null, targets }, data })
  }

  /** The positions of the next targets that wait. */
  async waiting(ctx: OperationContext, actId: string, most: number): Promise<readonly number[]> {
    const rows = await this.database.of(ctx).bulkActTarget.findMany({
      where: { actId, outcome: 'waiting' },
      select: { position: true },
      orderBy: { position: 'asc' },
      take: most,
    })
    return rows.map(({ position }) => position)
  }

  /** Locks a target until the transaction ends; undefined where it does not wait any longer, so that it is done once. */
  async claim(tx: OperationContext, actId: string, position: number): Promise<WaitingTarget | undefined> {
    const waiting = db
      .selectFrom('bulk_act_targets')
      .select(['target_id as id', 'name', 'position', 'given', 'expected'])
      .where('act_id', '=', actId)
      .where('position', '=', position)
      .where('outcome', '=', 'waiting')
      .forNoKeyUpdate()
    return (await rowsOf(this.database.of(tx), waiting))[0] as WaitingTarget | undefined
  }

  async setOutcome(
    ctx: OperationContext,
    actId: string,
    position: number,
    outcome: BulkActOutcome,
    { message, before, after }: { message?: string; before?: Value; after?: Value } = {},
  ): Promise<void> {
    const values = { ...(before && { before: jsonOf(before) }), ...(after && { after: jsonOf(after) }) }
    await this.database.of(ctx).bulkActTarget.updateMany({
      where: { actId, position, outcome: 'waiting' },
      data: { outcome, ...(message !== undefined && { message }), ...values },
    })
  }

  /** Finds the person with the present rights, which stay until the transaction ends. */
  async findStarter(tx: OperationContext, userId: string): Promise<Starter | undefined> {
    const person = db
      .selectFrom('users')
      .select(['id', 'username', 'is_site_admin as isSiteAdmin', 'suspended_at as suspendedAt'])
      .where('id', '=', userId)
      .forKeyShare()
    return (await rowsOf(this.database.of(tx), person))[0]
  }

  /** Deletes acts that ended before then, at most this number. Returns how many. */
  async prune(ctx: OperationContext, before: Date, most: number): Promise<number> {
    return this.database.of(ctx).$executeRaw`
      DELETE FROM bulk_acts WHERE id = ANY(ARRAY(
        SELECT id FROM bulk_acts WHERE finished_at < ${before} ORDER BY id LIMIT ${most}))`
  }
}
