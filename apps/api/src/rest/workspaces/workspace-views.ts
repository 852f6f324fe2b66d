import type { Workspace, WorkspaceAccess } from '../../domain/workspaces/workspace.js'
import { isInScope } from '../../domain/workspaces/workspace-scope.js'
import type { WorkspacesService } from '../../domain/workspaces/workspaces.service.js'
import type { OperationContext } from '../../kernel/context.js'
import { allowsIn, type Permission } from '../../kernel/permissions.js'
import { presentLockHolder, presentWorkspace } from './workspaces.presenter.js'

/** What the documents of one workspace can have beside it. */
export const includes = ['locked_by']

/** Presents workspaces to the caller; what is the same for all of them is read once. */
export async function presenterFor(
  workspaces: WorkspacesService,
  ctx: OperationContext,
  { roles }: Pick<WorkspaceAccess, 'roles'>,
) {
  const newest = await workspaces.newestVersion(ctx)
  const writes = allowsIn(roles, ctx.actor, 'workspaces:write')
  const may = (workspace: Workspace, permission: Permission): boolean =>
    allowsIn(roles, ctx.actor, permission) && isInScope(ctx.actor, workspace, permission)
  return (workspace: Workspace) => {
    const [readsStates, writesStates] = [may(workspace, 'states:read'), may(workspace, 'states:write')]
    return presentWorkspace(workspace, { writes, readsStates, writesStates }, newest)
  }
}

/** One workspace, with the holder of its lock where that is asked for. */
export async function shown(
  workspaces: WorkspacesService,
  ctx: OperationContext,
  { workspace, roles }: Pick<WorkspaceAccess, 'workspace' | 'roles'>,
  included: readonly string[],
) {
  const present = await presenterFor(workspaces, ctx, { roles })
  const holder = workspace.lock ? [presentLockHolder(workspace.lock)] : []
  return { data: present(workspace), ...(included.length > 0 && { included: holder }) }
}
