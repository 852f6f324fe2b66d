import { z } from 'zod'
import type { WorkspaceAccess } from '../../domain/workspaces/workspace.js'
import type { WorkspaceTag } from '../../domain/workspaces/workspace-tag.js'
import type { WorkspacesService } from '../../domain/workspaces/workspaces.service.js'
import { resource, type Resource } from '../jsonapi/resource.js'

export const tagBindingDocument = z
  .object({
    id: z.string().meta({ example: 'tag-jKeTuVuKMkQRqXNV' }),
    type: z.literal('tag-bindings'),
    attributes: z.object({
      key: z.string(),
      value: z.string().meta({ description: 'Empty where there is none.' }),
    }),
  })
  .meta({ id: 'TagBinding' })

const present = ({ id, key, value }: WorkspaceTag): z.input<typeof tagBindingDocument> => ({
  id,
  type: 'tag-bindings',
  attributes: { key, value: value ?? '' },
})

/** `/workspaces/:id/tag-bindings` (contract §13). */
export function tagBindingsResource(workspaces: WorkspacesService): Resource {
  return resource<WorkspaceAccess>({
    tag: 'Workspaces',
    authorize: (ctx, { id = '' }) => workspaces.accessById(ctx, id, 'workspaces:read'),
    operations: {
      GET: {
        summary: 'List the tags of a workspace, by key',
        document: z.object({ data: z.array(tagBindingDocument) }),
        run: async ({ subject }) => ({ data: subject.workspace.tags.map(present) }),
      },
    },
  })
}
