import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import { db, pagedRows } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { mayUseModule, type InboxScope } from './inbox.store.js'

/** A module that a person follows and may still use. */
export interface FollowedModule {
  readonly id: string
  readonly namespace: string
  readonly name: string
  readonly provider: string
  /** The newest release; null where nothing is published. */
  readonly version: string | null
  readonly followedAt: Date
}

export class ModuleFollowsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists followed modules by address, without those that the person can no longer use. */
  async list(ctx: OperationContext, scope: InboxScope, page: Page): Promise<Paged<FollowedModule>> {
    const followed = db
      .selectFrom('module_follows as f')
      .innerJoin('modules as m', 'm.id', 'f.module_id')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .leftJoin('module_listings as l', 'l.module_id', 'm.id')
      .select(['m.id', 'o.name as namespace', 'm.name', 'm.provider', 'l.version'])
      .select('f.followed_at as followedAt')
      .where('f.user_id', '=', scope.person.id)
      .where(mayUseModule(ctx, scope))
      .orderBy(sql`o.name, m.name, m.provider`)
    return pagedRows(this.database.of(ctx), page, followed)
  }

  /** Returns the modules among these that the person follows. */
  async among(ctx: OperationContext, userId: string, moduleIds: readonly string[]): Promise<string[]> {
    const where = { userId, moduleId: { in: [...moduleIds] } }
    const rows = await this.database.of(ctx).moduleFollow.findMany({ where, select: { moduleId: true } })
    return rows.map(({ moduleId }) => moduleId)
  }

  /** Creates the follow once, also for requests at the same time. */
  async add(ctx: OperationContext, userId: string, moduleId: string): Promise<void> {
    const data = [{ userId, moduleId, followedAt: ctx.clock.now() }]
    const { moduleFollow } = this.database.of(ctx)
    await moduleFollow.createMany({ data, skipDuplicates: true }).catch((error: unknown) => {
      const isGone = this.database.violatedConstraint(error) === 'module_follows_module_id_fkey'
      throw isGone ? notFound() : error
    })
  }

  async remove(ctx: OperationContext, userId: string, moduleId: string): Promise<void> {
    await this.database.of(ctx).moduleFollow.deleteMany({ where: { userId, moduleId } })
  }
}
