import type { ConsumersChange } from '../../domain/workspaces/state-consumers.service.js'
import type { WorkspaceAccess } from '../../domain/workspaces/workspace.js'
import type { FaceServices } from '../../http/face-services.js'
import { listDocument, listOf } from '../jsonapi/document.js'
import { resource, type Operation, type Resource } from '../jsonapi/resource.js'
import { presenterFor } from './workspace-views.js'
import { workspaceDocument } from './workspaces.presenter.js'

/** `/workspaces/:id/relationships/remote-state-consumers` (contract §18). */
export function stateConsumersResource({ workspaces, stateConsumers }: FaceServices): Resource {
  const operation = (summary: string, change: ConsumersChange): Operation<WorkspaceAccess> => ({
    summary,
    linkage: { type: 'workspaces' },
    status: 204,
    run: ({ ctx, subject, linkage }) => stateConsumers.change(ctx, subject.workspace.id, change, linkage),
  })
  return resource<WorkspaceAccess>({
    tag: 'Workspaces',
    authorize: (ctx, { id = '' }, writes) =>
      workspaces.accessById(ctx, id, writes ? 'workspaces:write' : 'workspaces:read'),
    operations: {
      GET: {
        summary:
          'List the workspaces that one names as readers of its state, by name; they get no right by it',
        isPaged: true,
        document: listOf(workspaceDocument),
        async run({ ctx, subject, page, url }) {
          const list = await stateConsumers.list(ctx, subject.workspace.id, page)
          return listDocument(url, list, await presenterFor(workspaces, ctx, subject))
        },
      },
      POST: operation('Name more workspaces of the organization as readers of the state', 'add'),
      PATCH: operation('Name these workspaces as readers of the state, and no others', 'replace'),
      DELETE: operation('Remove these workspaces from the readers of the state', 'remove'),
    },
  })
}
