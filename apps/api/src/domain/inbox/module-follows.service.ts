import type { OperationContext } from '../../kernel/context.js'
import { isId } from '../../kernel/ids.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePerson, requireScope } from '../../kernel/permissions.js'
import type { ModuleAccessService } from '../registry-modules/module-access.service.js'
import type { VisibleModule } from '../registry-modules/registry-module.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { FollowedModule, ModuleFollowsStore } from './module-follows.store.js'

/**
 * The modules that a person follows. The audit log does not record follows: a follow gives no right, and no one but the person sees it.
 * A follow of a module that the person can no longer use stays, gives no notices, and counts again after a new share.
 */
export class ModuleFollowsService {
  constructor(
    private readonly store: ModuleFollowsStore,
    private readonly modules: ModuleAccessService,
    private readonly registrySharing: RegistrySharingService,
  ) {}

  async list(ctx: OperationContext, page: Page): Promise<Paged<FollowedModule>> {
    const person = requirePerson(ctx, 'account:read')
    requireScope(ctx, 'modules:use')
    const visibility = this.registrySharing.visibility(ctx, 'modules')
    return this.store.list(ctx, { person, visibility }, page)
  }

  /** Returns the modules among these, found before, that the caller follows; a service follows none. */
  async among({ actor, ...ctx }: OperationContext, moduleIds: readonly string[]): Promise<string[]> {
    return actor.type === 'user' ? this.store.among({ actor, ...ctx }, actor.id, moduleIds) : []
  }

  /** A module that the caller may use. */
  async follow(ctx: OperationContext, id: string): Promise<VisibleModule> {
    const person = requirePerson(ctx, 'account:write')
    const { module } = await this.modules.moduleById(ctx, id, 'modules:use')
    const visible = await this.modules.visible(ctx, module)
    await this.store.add(ctx, person.id, visible.id)
    return visible
  }

  /** Ends a follow of any module, also of one that the caller may no longer know of: the answer is always the same. */
  async unfollow(ctx: OperationContext, id: string): Promise<void> {
    const person = requirePerson(ctx, 'account:write')
    if (isId('mod', id)) await this.store.remove(ctx, person.id, id)
  }
}
