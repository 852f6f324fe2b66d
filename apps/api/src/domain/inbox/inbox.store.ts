import { sql, type RawBuilder } from 'kysely'
import type { UserActor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import { belongsTo, isOf, isOpenTo, isUsable } from '../registry-sharing/registry-visibility.store.js'
import type { RegistryVisibility } from '../registry-sharing/registry-sharing.js'
import { countOf, db, pagedRows } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { noticeKinds, type InboxEntry, type NoticeKind } from './inbox-notice.js'

/** The person of an inbox, with the right that decides which notices are shown now. */
export interface InboxScope {
  readonly person: UserActor
  readonly visibility: RegistryVisibility
}

/** More unread ones than the bell can say are not counted. */
const mostCounted = 100

export class InboxStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Newest first. */
  async list(
    ctx: OperationContext,
    scope: InboxScope,
    { unread }: { readonly unread: boolean },
    page: Page,
  ): Promise<Paged<InboxEntry>> {
    const entries = visible(ctx, scope)
      .leftJoin('engine_versions as v', 'v.id', 'n.engine_version_id')
      .leftJoin('authentication_tokens as t', 't.id', 'n.token_id')
      .select(['e.notice_id as noticeId', sql<NoticeKind>`n.kind`.as('kind'), 'n.at', 'e.read_at as readAt'])
      .select(['o.name as namespace', 'm.name', 'm.provider', 'c.name as organization'])
      .select(['t.description as token', 't.expires_at as expiresAt'])
      .select([
        sql<string | null>`coalesce(v.version, n.facts ->> 'version')`.as('version'),
        sql<string | null>`n.facts ->> 'producer'`.as('producer'),
        sql<string | null>`n.facts ->> 'reason'`.as('reason'),
      ])
      .orderBy('e.notice_id', 'desc')
    const wanted = unread ? entries.where('e.read_at', 'is', null) : entries
    const list = await pagedRows(this.database.of(ctx), page, wanted)
    const items = list.items.map(({ noticeId, namespace, name, provider, ...entry }) => {
      const module = namespace !== null && name !== null && provider !== null
      return { ...entry, id: String(noticeId), module: module ? { namespace, name, provider } : null }
    })
    return { ...list, items }
  }

  /** A hundred at most. */
  async countUnread(ctx: OperationContext, scope: InboxScope): Promise<number> {
    const unread = visible(ctx, scope).select('e.notice_id').where('e.read_at', 'is', null).limit(mostCounted)
    return countOf(this.database.of(ctx), unread)
  }

  /** False where the person has no such entry. */
  async markRead(ctx: OperationContext, { person }: InboxScope, noticeId: bigint): Promise<boolean> {
    const readAt = ctx.clock.now()
    const { inboxEntry } = this.database.of(ctx)
    const where = { userId: person.id, noticeId }
    const { count } = await inboxEntry.updateMany({ where: { ...where, readAt: null }, data: { readAt } })
    return count > 0 || (await inboxEntry.count({ where })) > 0
  }

  async markAllRead(ctx: OperationContext, { person }: InboxScope, upTo: bigint | undefined): Promise<void> {
    const readAt = ctx.clock.now()
    const where = { userId: person.id, readAt: null, ...(upTo !== undefined && { noticeId: { lte: upTo } }) }
    await this.database.of(ctx).inboxEntry.updateMany({ where, data: { readAt } })
  }
}

/** The entries of which the person may know: what is no longer theirs is told as little as if it were gone. */
function visible(ctx: OperationContext, scope: InboxScope) {
  const isVisible = sql<boolean>`
    (n.module_id IS NULL OR ${mayUseModule(ctx, scope)}) AND (n.organization_id IS NULL OR ${isTold(scope.person)})`
  return db
    .selectFrom('inbox_entries as e')
    .innerJoin('inbox_notices as n', 'n.id', 'e.notice_id')
    .leftJoin('modules as m', 'm.id', 'n.module_id')
    .leftJoin('organizations as o', 'o.id', 'm.organization_id')
    .leftJoin('organizations as c', 'c.id', 'n.organization_id')
    .where('e.user_id', '=', scope.person.id)
    .where(sql<boolean>`n.kind = ANY (${noticeKinds}::text[])`)
    .where(isVisible)
}

/** Tells whether the person may use the module `m` of the organization `o`; of other organizations, published modules. */
export function mayUseModule(ctx: OperationContext, { person, visibility }: InboxScope): RawBuilder<boolean> {
  const isOwn = visibility === 'all' ? sql`TRUE` : belongsTo(person)
  const isPublished = sql`EXISTS (SELECT FROM module_versions mv WHERE mv.module_id = m.id AND mv.status = 'ok')`
  return sql<boolean>`(${isUsable(ctx, visibility, 'modules')} AND (${isOwn} OR ${isPublished}))`
}

/** An invitation is to an organization of others, and requests come from any. */
const isTold = (person: UserActor): RawBuilder<boolean> => sql<boolean>`(
  n.kind = 'invited'
  OR (n.kind = 'sharing-requested' AND ${person.isSiteAdmin}::boolean)
  OR (n.kind NOT IN ('invited', 'sharing-requested') AND ${isOf(person)} AND ${isOpenTo(person, 'c')}))`
