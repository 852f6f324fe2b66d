import { scopesOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { orElse } from '../../kernel/errors.js'
import { hasScope, type Permission } from '../../kernel/permissions.js'
import type { OrganizationAccess, OrganizationKey } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import {
  isInScope,
  storedScope,
  namedScope,
  permissionFor,
  shownScope,
  workspacesOf,
  type NamedScope,
} from './workspace-scope.js'
import type { WorkspacesService } from './workspaces.service.js'
import type { WorkspacesStore } from './workspaces.store.js'

/** The scopes of tokens for one workspace: named by people, stored by its id (contract §18). */
export class WorkspaceScopesService {
  constructor(
    private readonly store: WorkspacesStore,
    private readonly workspaces: WorkspacesService,
    private readonly organizations: OrganizationsService,
  ) {}

  /**
   * Finds each of these scopes that names a workspace, as it is stored; undefined if the caller sees no such
   * workspace.
   */
  async storedScopes(
    ctx: OperationContext,
    scopes: readonly string[],
  ): Promise<ReadonlyMap<string, string | undefined>> {
    const found = new Map<string, string | undefined>()
    for (const word of new Set(scopes)) {
      const named = namedScope(word)
      if (named) found.set(word, await this.find(ctx, named))
    }
    return found
  }

  /** The same lists of scopes with names in place of ids, in a number of statements that does not grow with them. */
  async shownScopes(
    ctx: OperationContext,
    lists: readonly (readonly string[])[],
  ): Promise<readonly (readonly string[])[]> {
    const ids = workspacesOf(lists.flat())
    if (ids.length === 0) return lists
    const workspaces = await this.store.findNames(ctx, [...new Set(ids)])
    const permission = permissionFor(ctx.actor, 'workspaces:read')
    const seen = await this.organizations.accessMany(
      ctx,
      workspaces.map(({ organizationId }) => organizationId),
      permission,
    )
    const names = new Map(
      workspaces
        .filter((each) => seen.has(each.organizationId) && isInScope(ctx.actor, each, permission))
        .map(({ id, organization, name }) => [id, `${organization}/${name}`]),
    )
    return lists.map((scopes) => scopes.map((word) => shownScope(word, (id) => names.get(id))))
  }

  /**
   * Access to an organization that clients ask for before its workspaces: also for a token for its
   * workspaces, or for one of them (contract §13).
   */
  async accessToOrganization(ctx: OperationContext, key: OrganizationKey): Promise<OrganizationAccess> {
    const permission = (['organizations:read', 'workspaces:read'] as const).find((each) =>
      hasScope(ctx.actor, each),
    )
    const access = (asked: Permission) =>
      'id' in key
        ? this.organizations.accessById(ctx, key.id, asked)
        : this.organizations.access(ctx, key.name, asked)
    if (permission) return access(permission)
    const own = workspacesOf(scopesOf(ctx.actor))
    const found = own.length === 0 ? [] : await this.store.findNames(ctx, own)
    const isOfOne = found.some(({ organizationId, organization }) =>
      'id' in key ? organizationId === key.id : organization.toLowerCase() === key.name.toLowerCase(),
    )
    return access(isOfOne ? 'states:read' : 'organizations:read')
  }

  private find(ctx: OperationContext, named: NamedScope): Promise<string | undefined> {
    return orElse(
      async () => {
        const { organization, name } = named
        const { workspace } = await this.workspaces.access(ctx, organization, name, 'workspaces:read')
        return storedScope(workspace.id, named)
      },
      () => undefined,
    )
  }
}
