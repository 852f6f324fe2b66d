import { z } from 'zod'
import { keptOfWorkspaces } from '../../domain/kept-settings.js'
import type { StateLock } from '../../domain/workspaces/workspace-lock.js'
import { projectIdOf } from '../../domain/organizations/project.js'
import { workspace as declared, type Workspace } from '../../domain/workspaces/workspace.js'
import { presentTwoFactor, twoFactor } from '../accounts/users.presenter.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { keptDocument, presentKept } from '../kept-settings.presenter.js'
import { identifierOf, resourceOf, toMany, toOne } from '../jsonapi/document.js'

const holder = z.object({
  id: z.string().meta({ example: 'user-V3R563qtJNcExAkN' }),
  type: z.string().meta({ example: 'users' }),
})

/** The one who has locked a workspace, as `include=locked_by` brings it along. */
export const lockHolderDocument = z
  .object({
    ...holder.shape,
    attributes: z.object({
      username: z.string(),
      name: z.string().meta({ example: 'ana' }),
      'two-factor': twoFactor.optional().meta({
        description: 'Second factor of a user; both are false if the caller may not know the account.',
      }),
    }),
  })
  .meta({ id: 'LockHolder' })

const holderOf = ({ by }: StateLock) => ({ id: by.id, type: `${by.type}s` })

export const presentLockHolder = (
  lock: StateLock,
  hasTwoFactor: boolean,
): z.input<typeof lockHolderDocument> => ({
  ...holderOf(lock),
  attributes: {
    username: lock.by.name,
    name: lock.by.name,
    ...(lock.by.type === 'user' && { 'two-factor': presentTwoFactor(hasTwoFactor) }),
  },
})

/** Rights of the caller to a workspace and its states. */
export interface WorkspaceRights {
  readonly writes: boolean
  readonly readsStates: boolean
  readonly writesStates: boolean
}

const included = (type: string) =>
  toMany(type).optional().meta({ description: 'Present if `include` names them.' })

const attributes = attributesOf({
  ...declared.pick({ name: true, engineVersion: true, resolvedEngineVersion: true }).shape,
  engineVersionStatus: z
    .object({
      enabled: z.boolean(),
      deprecated: z.boolean(),
      'deprecated-reason': z.string().nullable(),
      beta: z.boolean(),
      newest: z.string().nullable().meta({
        description: 'The version that `latest` stands for; null while no stable version is enabled.',
      }),
    })
    .meta({ description: 'The present status of that version.' }),
  ...declared.pick({
    description: true,
    allowDestroyPlan: true,
    fileTriggersEnabled: true,
    queueAllRuns: true,
    speculativeEnabled: true,
    structuredRunOutputEnabled: true,
  }).shape,
  executionMode: z.literal('local'),
  operations: z.literal(false),
  actions: z.object({
    'is-destroyable': z
      .boolean()
      .meta({ description: 'The same as `allow-destroy-plan`; without effect here.' }),
  }),
  source: z.literal('tfe-api'),
  locked: z.boolean(),
  lockedAt: z.date().nullable(),
  lockReason: z.string().nullable(),
  lockedReason: z.string().nullable(),
  ...declared.pick({ resourceCount: true }).shape,
  tagNames: z.array(z.string()),
  ...declared.pick({ createdAt: true, updatedAt: true }).shape,
  permissions: z
    .object({
      'can-update': z.boolean(),
      'can-destroy': z.boolean(),
      'can-force-delete': z.boolean(),
      'can-read-settings': z.boolean(),
      'can-lock': z.boolean(),
      'can-unlock': z.boolean(),
      'can-force-unlock': z.boolean(),
      'can-read-state-versions': z.boolean(),
      'can-create-state-versions': z.boolean(),
      'can-read-state-outputs': z.boolean(),
    })
    .meta({ description: "The caller's own rights." }),
})

export const workspaceDocument = resourceOf('workspaces', 'ws-SihZTyXKfNXUWuUa', {
  attributes: z.object({ ...keptDocument(keptOfWorkspaces), ...attributes.shape }),
  relationships: z.object({
    organization: toOne('organizations'),
    project: toOne('projects'),
    'locked-by': z.object({ data: holder.nullable() }),
    'current-state-version': z.object({
      data: identifierOf('state-versions').nullable(),
    }),
    outputs: included('workspace-outputs'),
    'effective-tag-bindings': included('effective-tag-bindings'),
  }),
  links: z.object({ self: z.string(), 'self-html': z.string() }),
}).meta({ id: 'Workspace' })

export function presentWorkspace(
  workspace: Workspace,
  { writes, readsStates, writesStates }: WorkspaceRights,
  newest: string | undefined,
): z.input<typeof workspaceDocument> {
  const { organization, name, engineVersionStatus: status, lock, currentStateVersionId: current } = workspace
  return {
    id: workspace.id,
    type: 'workspaces',
    attributes: {
      ...presentKept(keptOfWorkspaces, workspace.kept),
      ...attributes.present({
        ...workspace,
        engineVersionStatus: {
          enabled: status.enabled,
          deprecated: status.deprecated,
          'deprecated-reason': status.deprecatedReason,
          beta: status.beta,
          newest: newest ?? null,
        },
        executionMode: 'local',
        operations: false,
        actions: { 'is-destroyable': workspace.allowDestroyPlan },
        source: 'tfe-api',
        locked: lock !== null,
        lockedAt: lock?.at ?? null,
        lockReason: lock?.reason ?? null,
        lockedReason: lock?.reason ?? null,
        tagNames: workspace.tags.map(({ key }) => key),
        permissions: {
          'can-update': writes,
          'can-destroy': writes,
          'can-force-delete': writes,
          'can-read-settings': true,
          'can-lock': writesStates,
          'can-unlock': writesStates,
          'can-force-unlock': writes,
          'can-read-state-versions': readsStates,
          'can-create-state-versions': writesStates,
          'can-read-state-outputs': readsStates,
        },
      }),
    },
    relationships: {
      organization: { data: { id: organization, type: 'organizations' } },
      project: { data: { id: projectIdOf(workspace.organizationId), type: 'projects' } },
      'locked-by': { data: lock && holderOf(lock) },
      'current-state-version': {
        data: current === null || !readsStates ? null : { id: current, type: 'state-versions' },
      },
    },
    links: {
      self: `/api/v2/organizations/${organization}/workspaces/${name}`,
      // Of the console; clients expect it under this address.
      'self-html': `/app/${organization}/workspaces/${name}`,
    },
  }
}
