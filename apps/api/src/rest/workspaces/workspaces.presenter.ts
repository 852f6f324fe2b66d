import { z } from 'zod'
import type { Workspace } from '../../domain/workspaces/workspace.js'

export const workspaceDocument = z
  .object({
    id: z.string().meta({ example: 'ws-SihZTyXKfNXUWuUa' }),
    type: z.literal('workspaces'),
    attributes: z.object({
      name: z.string(),
      'engine-version': z
        .string()
        .meta({ description: 'The exact version, also where `latest` was asked for.' }),
      description: z.string().nullable(),
      'created-at': z.string(),
      'updated-at': z.string(),
      permissions: z
        .object({ 'can-update': z.boolean(), 'can-destroy': z.boolean(), 'can-read-settings': z.boolean() })
        .meta({ description: "The caller's own rights." }),
    }),
    relationships: z.object({
      organization: z.object({ data: z.object({ id: z.string(), type: z.literal('organizations') }) }),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'Workspace' })

export function presentWorkspace(workspace: Workspace, mayWrite: boolean): z.input<typeof workspaceDocument> {
  return {
    id: workspace.id,
    type: 'workspaces',
    attributes: {
      name: workspace.name,
      'engine-version': workspace.engineVersion,
      description: workspace.description,
      'created-at': workspace.createdAt.toISOString(),
      'updated-at': workspace.updatedAt.toISOString(),
      permissions: { 'can-update': mayWrite, 'can-destroy': mayWrite, 'can-read-settings': true },
    },
    relationships: { organization: { data: { id: workspace.organization, type: 'organizations' } } },
    links: { self: `/api/v2/organizations/${workspace.organization}/workspaces/${workspace.name}` },
  }
}
