import type { Workspace, WorkspaceAccess } from '../../domain/workspaces/workspace.js'
import { isInScope } from '../../domain/workspaces/workspace-scope.js'
import type { WorkspacesService } from '../../domain/workspaces/workspaces.service.js'
import type { OperationContext } from '../../kernel/context.js'
import { allowsIn, type Permission } from '../../kernel/permissions.js'
import { broughtWith, type WorkspaceFace } from './workspace-includes.js'
import { presentWorkspace } from './workspaces.presenter.js'

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

/** One workspace, with what is asked for beside it. */
export async function shown(
  face: WorkspaceFace,
  ctx: OperationContext,
  { workspace, roles }: Pick<WorkspaceAccess, 'workspace' | 'roles'>,
  asked: readonly string[],
) {
  const present = await presenterFor(face.workspaces, ctx, { roles })
  const { relationships, ...document } = present(workspace)
  if (asked.length === 0) return { data: { ...document, relationships } }
  const brought = await broughtWith(face, ctx, workspace, asked)
  return {
    data: { ...document, relationships: { ...relationships, ...brought.relationships } },
    included: brought.included,
  }
}
