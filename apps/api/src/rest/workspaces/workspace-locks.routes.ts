import type { WorkspaceAccess } from '../../domain/workspaces/workspace.js'
import { lockReason } from '../../domain/workspaces/workspace-lock.js'
import type { FaceServices } from '../../http/face-services.js'
import { parseCreation } from '../../kernel/input.js'
import { documentOf } from '../jsonapi/document.js'
import { body, resource, type Call, type Resource } from '../jsonapi/resource.js'
import { shown } from './workspace-views.js'
import { lockHolderDocument, workspaceDocument } from './workspaces.presenter.js'

/** A bare reason, a document or nothing at all. */
export const reasonBody = body({
  type: 'workspaces',
  isTypeOptional: true,
  plain: 'accepted',
  shape: lockReason,
  parse: parseCreation,
})

type Action = 'lock' | 'unlock' | 'force-unlock'

const summaries: Readonly<Record<Action, string>> = {
  lock: 'Lock a workspace, so that the caller alone writes its state',
  unlock: 'Unlock a workspace by the holder of its lock; states that wait for their upload are discarded',
  'force-unlock': 'Unlock a workspace that another one has locked',
}

/** `/workspaces/:id/actions/lock` and the like; clients send documents without a type, a bare reason, or nothing (contract §13, §18). */
export function workspaceLockResource(services: FaceServices, action: Action): Resource {
  const { workspaces, workspaceLocks } = services
  const permission = action === 'force-unlock' ? 'workspaces:write' : 'states:write'
  const act = ({
    ctx,
    subject: { workspace },
    attributes,
  }: Call<WorkspaceAccess>): Promise<WorkspaceAccess> => {
    if (action === 'lock') return workspaceLocks.lock(ctx, workspace.id, attributes)
    if (action === 'unlock') return workspaceLocks.unlock(ctx, workspace.id, attributes)
    return workspaceLocks.forceUnlock(ctx, workspace.id, attributes)
  }
  return resource<WorkspaceAccess>({
    tag: 'Workspaces',
    authorize: (ctx, { id = '' }) => workspaces.accessById(ctx, id, permission),
    operations: {
      POST: {
        summary: summaries[action],
        status: 200,
        includes: ['locked_by'],
        ...(action === 'lock' && { denial: 'The engine policy of its organization refuses its version.' }),
        conflict: action === 'lock' ? 'It is locked already.' : 'It is not locked, or by another one.',
        body: reasonBody,
        document: documentOf(workspaceDocument, lockHolderDocument),
        run: async (call) => shown(services, call.ctx, await act(call), call.included),
      },
    },
  })
}
