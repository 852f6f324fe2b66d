import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePerson, requireScope, type Permission } from '../../kernel/permissions.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { InboxEntry } from './inbox-notice.js'
import type { InboxScope, InboxStore } from './inbox.store.js'

/**
 * The inbox of a person. The audit log does not record reading: it concerns no one else, and changes nothing but how the
 * person's own inbox looks.
 */
export class InboxService {
  constructor(
    private readonly store: InboxStore,
    private readonly registrySharing: RegistrySharingService,
  ) {}

  /** Newest first. */
  async list(
    ctx: OperationContext,
    filter: { readonly unread: boolean },
    page: Page,
  ): Promise<Paged<InboxEntry>> {
    return this.store.list(ctx, this.scopeOf(ctx, 'account:read'), filter, page)
  }

  /** A hundred at most: more are as many. */
  async countUnread(ctx: OperationContext): Promise<number> {
    return this.store.countUnread(ctx, this.scopeOf(ctx, 'account:read'))
  }

  async markRead(ctx: OperationContext, id: string): Promise<void> {
    const scope = this.scopeOf(ctx, 'account:write')
    const isEntry = isNumber(id) && (await this.store.markRead(ctx, scope, BigInt(id)))
    if (!isEntry) throw notFound()
  }

  /** Marks entries up to this one as read, so that later entries stay unread; without one, all entries. */
  async markAllRead(ctx: OperationContext, upTo?: string): Promise<void> {
    const scope = this.scopeOf(ctx, 'account:write')
    if (upTo !== undefined && !isNumber(upTo)) throw notFound()
    await this.store.markAllRead(ctx, scope, upTo === undefined ? undefined : BigInt(upTo))
  }

  /** The token must be good for looking into organizations too: that is what an inbox tells of. */
  private scopeOf(ctx: OperationContext, permission: Permission): InboxScope {
    const person = requirePerson(ctx, permission)
    requireScope(ctx, 'organizations:read')
    return { person, visibility: this.registrySharing.visibility(ctx, 'modules') }
  }
}

/** A number of at most 64 bits, as the database counts. */
const isNumber = (id: string): boolean => /^\d{1,18}$/.test(id)
