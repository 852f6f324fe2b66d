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
      'engine-version-status': z
        .object({
          enabled: z.boolean(),
          deprecated: z.boolean(),
          'deprecated-reason': z.string().nullable(),
          beta: z.boolean(),
          newest: z
            .string()
            .nullable()
            .meta({ description: 'What `latest` stands for; null while no stable version is enabled.' }),
        })
        .meta({ description: 'How that version stands now.' }),
      description: z.string().nullable(),
      'allow-destroy-plan': z.boolean(),
      'file-triggers-enabled': z.boolean(),
      'queue-all-runs': z.boolean(),
      'speculative-enabled': z.boolean(),
      'structured-run-output-enabled': z.boolean(),
      'execution-mode': z.literal('local'),
      'created-at': z.string(),
      'updated-at': z.string(),
      permissions: z
        .object({
          'can-update': z.boolean(),
          'can-destroy': z.boolean(),
          'can-force-delete': z.boolean(),
          'can-read-settings': z.boolean(),
        })
        .meta({ description: "The caller's own rights." }),
    }),
    relationships: z.object({
      organization: z.object({ data: z.object({ id: z.string(), type: z.literal('organizations') }) }),
    }),
    links: z.object({ self: z.string(), 'self-html': z.string() }),
  })
  .meta({ id: 'Workspace' })

export function presentWorkspace(
  workspace: Workspace,
  mayWrite: boolean,
  newest: string | undefined,
): z.input<typeof workspaceDocument> {
  const { organization, name, engineVersionStatus: status } = workspace
  return {
    id: workspace.id,
    type: 'workspaces',
    attributes: {
      name,
      'engine-version': workspace.engineVersion,
      'engine-version-status': {
        enabled: status.enabled,
        deprecated: status.deprecated,
        'deprecated-reason': status.deprecatedReason,
        beta: status.beta,
        newest: newest ?? null,
      },
      description: workspace.description,
      'allow-destroy-plan': workspace.allowDestroyPlan,
      'file-triggers-enabled': workspace.fileTriggersEnabled,
      'queue-all-runs': workspace.queueAllRuns,
      'speculative-enabled': workspace.speculativeEnabled,
      'structured-run-output-enabled': workspace.structuredRunOutputEnabled,
      'execution-mode': 'local',
      'created-at': workspace.createdAt.toISOString(),
      'updated-at': workspace.updatedAt.toISOString(),
      permissions: {
        'can-update': mayWrite,
        'can-destroy': mayWrite,
        'can-force-delete': mayWrite,
        'can-read-settings': true,
      },
    },
    relationships: { organization: { data: { id: organization, type: 'organizations' } } },
    links: {
      self: `/api/v2/organizations/${organization}/workspaces/${name}`,
      // Of the console.
      'self-html': `/organizations/${organization}/workspaces?search=${name}`,
    },
  }
}
