import { notOfferedAsSshKey } from '../../domain/kept-settings.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import {
  workspaceChange,
  workspaceCreation,
  type WorkspaceAccess,
  type WorkspaceFilter,
} from '../../domain/workspaces/workspace.js'
import { boundTag, namedTag } from '../../domain/workspaces/workspace-tag.js'
import type { WorkspacesService } from '../../domain/workspaces/workspaces.service.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import type { Permission } from '../../kernel/permissions.js'
import { documentOf, listOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { body, resource, type Call, type Resource } from '../jsonapi/resource.js'
import { tooManyOutputs } from '../states/output-lists.js'
import { reasonBody } from './workspace-locks.routes.js'
import { tagFilterIn, tagFilters } from './workspace-tags.routes.js'
import {
  presenterFor,
  shown,
  shownList,
  includedDocument,
  listIncludes,
  workspaceIncludes,
} from './workspace-views.js'
import { workspaceDocument } from './workspaces.presenter.js'

const tag = 'Workspaces'
const type = 'workspaces'
const document = documentOf(workspaceDocument, includedDocument)

/** Relationships that could be mistaken for remote execution, or for access to it (contract §19). */
const notOffered = {
  agentPool: { type: 'agent-pools', isOne: true, refusal: 'Agents are not offered here' },
  sshKey: { type: 'ssh-keys', isOne: true, refusal: 'SSH keys are not offered here' },
} as const

/** The one that it is in, where clients name it. */
const project = { type: 'projects', isOne: true } as const

/** Filters of the list. */
const filters = {
  'search[name]': described('A part of the name, in any case.'),
  'search[wildcard-name]': described('The name, in any case, with `*` for anything at either end.'),
  'filter[project][id]': described('The id of its project.'),
  'filter[current-run][status]': described(
    'The status of its current run; finds none, as there are no runs.',
  ),
  ...tagFilters,
}

const filterIn = (query: Call<unknown>['query']): WorkspaceFilter => ({
  search: query['search[name]'] as string | undefined,
  wildcard: query['search[wildcard-name]'] as string | undefined,
  project: query['filter[project][id]'] as string | undefined,
  runStatus: query['filter[current-run][status]'] as string | undefined,
  ...tagFilterIn(query),
})

const permissionTo = (writes: boolean): Permission => (writes ? 'workspaces:write' : 'workspaces:read')

/** `/organizations/:org/workspaces` (contract §5). */
export function workspacesResource(services: FaceServices): Resource {
  const { workspaces, organizations } = services
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) => organizations.access(ctx, org, permissionTo(writes)),
    operations: {
      GET: {
        summary: 'List the workspaces of an organization, by name',
        isPaged: true,
        parameters: filters,
        includes: listIncludes,
        tooLarge: tooManyOutputs,
        document: listOf(workspaceDocument, { included: includedDocument }),
        async run(call) {
          const { ctx, subject, query, page } = call
          const list = await workspaces.list(ctx, subject.organization.name, filterIn(query), page)
          return shownList(services, call, list)
        },
      },
      POST: {
        summary: 'Create a workspace; without a version it takes the latest',
        body: body({
          type,
          shape: workspaceCreation,
          parse: parseCreation,
          relationships: {
            tags: { type: 'tags', attributes: namedTag },
            tagBindings: { type: 'tag-bindings', attributes: boundTag },
            project,
            ...notOffered,
          },
        }),
        document,
        async run({ ctx, subject, attributes, relationships }) {
          const created = await workspaces.create(ctx, subject.organization.name, attributes, {
            tags: relationships['tags']?.attributes,
            tagBindings: relationships['tagBindings']?.attributes,
            project: relationships['project'],
          })
          const present = await presenterFor(workspaces, ctx, subject)
          return { data: present(created) }
        },
      },
    },
  })
}

/** `/organizations/:org/workspaces/:name`. */
export function workspaceResource(services: FaceServices): Resource {
  return oneWorkspace(services, (ctx, { org = '', name = '' }, permission) =>
    services.workspaces.access(ctx, org, name, permission),
  )
}

/** `/workspaces/:id`. */
export function workspaceByIdResource(services: FaceServices): Resource {
  return oneWorkspace(services, (ctx, { id = '' }, permission) =>
    services.workspaces.accessById(ctx, id, permission),
  )
}

/** `/workspaces/:id/relationships/ssh-key` (contract §19): there are no keys, so that only none can be assigned. */
export function workspaceSshKeyResource(services: FaceServices): Resource {
  return resource<WorkspaceAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) => services.workspaces.accessById(ctx, id, permissionTo(writes)),
    operations: {
      PATCH: {
        summary: 'Unassign the SSH key of a workspace, which has none; any other is refused',
        body: body({ type, shape: notOfferedAsSshKey, parse: parseChange }),
        document,
        async run({ ctx, subject, attributes }) {
          parseChange(notOfferedAsSshKey, attributes)
          return shown(services, ctx, subject, [])
        },
      },
    },
  })
}

/** `/organizations/:org/workspaces/:name/actions/safe-delete` (contract §11). */
export function workspaceSafeDeleteResource({ workspaces }: FaceServices): Resource {
  return safeDelete(workspaces, (ctx, { org = '', name = '' }, permission) =>
    workspaces.access(ctx, org, name, permission),
  )
}

/** `/workspaces/:id/actions/safe-delete`. */
export function workspaceSafeDeleteByIdResource({ workspaces }: FaceServices): Resource {
  return safeDelete(workspaces, (ctx, { id = '' }, permission) => workspaces.accessById(ctx, id, permission))
}

type Find = (
  ctx: OperationContext,
  params: Readonly<Record<string, string>>,
  permission: Permission,
) => Promise<WorkspaceAccess>

function safeDelete(workspaces: WorkspacesService, find: Find): Resource {
  return resource<WorkspaceAccess>({
    tag,
    authorize: (ctx, params, writes) => find(ctx, params, permissionTo(writes)),
    operations: {
      POST: {
        summary: 'Delete a workspace that is not locked and manages no resources',
        status: 204,
        conflict: 'It is locked, or its current state has resources, or may have some.',
        body: reasonBody,
        run: ({ ctx, subject, attributes }) => workspaces.safeDelete(ctx, subject.workspace.id, attributes),
      },
    },
  })
}

function oneWorkspace(services: FaceServices, find: Find): Resource {
  const { workspaces } = services
  return resource<WorkspaceAccess>({
    tag,
    authorize: (ctx, params, writes) => find(ctx, params, permissionTo(writes)),
    operations: {
      GET: {
        summary: 'Show a workspace',
        includes: workspaceIncludes,
        tooLarge: tooManyOutputs,
        document,
        run: ({ ctx, subject, included }) => shown(services, ctx, subject, included),
      },
      PATCH: {
        summary: 'Update a workspace; absent attributes stay, and given tags replace all others',
        body: body({
          type,
          shape: workspaceChange,
          parse: parseChange,
          relationships: {
            tagBindings: { type: 'tag-bindings', attributes: boundTag },
            project,
            ...notOffered,
          },
        }),
        document,
        async run({ ctx, subject: { workspace, ...subject }, attributes, relationships, expectedOf }) {
          const tagBindings = relationships['tagBindings']?.attributes
          const expected = expectedOf(workspace)
          const related = { tagBindings, project: relationships['project'] }
          const updated = await workspaces.update(ctx, workspace.id, attributes, expected, related)
          const present = await presenterFor(workspaces, ctx, subject)
          return { data: present(updated) }
        },
      },
      DELETE: {
        summary: 'Delete a workspace with its states, even if they manage resources',
        run: ({ ctx, subject, expectedOf }) =>
          workspaces.delete(ctx, subject.workspace.id, expectedOf(subject.workspace)),
      },
    },
  })
}
