import { z } from 'zod'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import {
  defaultProject,
  noOtherProject,
  organizationIdOf,
  projectIdOf,
} from '../../domain/organizations/project.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { found } from '../../kernel/errors.js'
import type { Paged } from '../../kernel/page.js'
import { requireScope } from '../../kernel/permissions.js'
import { documentOf, listDocument, listOf, resourceOf, selfLink, toOne } from '../jsonapi/document.js'
import { described, listParameter } from '../jsonapi/query.js'
import { refusing, resource, type Call, type Resource } from '../jsonapi/resource.js'
import { effectiveTagBindingDocument, tagBindingDocument } from './workspace-tags.routes.js'

const tag = 'Workspaces'

const projectDocument = resourceOf('projects', 'prj-gx1DfmkpJ3qGmQWT', {
  attributes: z.object({
    name: z.literal(defaultProject),
    description: z.literal(''),
    'default-execution-mode': z.literal('local'),
    'auto-destroy-activity-duration': z.null(),
  }),
  relationships: z.object({ organization: toOne('organizations') }),
  links: selfLink,
}).meta({ id: 'Project', description: 'The one project of an organization, which cannot be changed.' })

const presentProject = ({ organization }: OrganizationAccess): z.input<typeof projectDocument> => {
  const id = projectIdOf(organization.id)
  return {
    id,
    type: 'projects',
    attributes: {
      name: defaultProject,
      description: '',
      'default-execution-mode': 'local',
      'auto-destroy-activity-duration': null,
    },
    relationships: { organization: { data: { id: organization.name, type: 'organizations' } } },
    links: { self: `/api/v2/projects/${id}` },
  }
}

/** `/organizations/:org/projects` (contract §19). */
export function projectsResource({ workspaceScopes }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    async authorize(ctx, { org = '' }, writes) {
      const access = await workspaceScopes.accessToOrganization(ctx, { name: org })
      requireScopeFor(writes, ctx)
      return access
    },
    operations: {
      GET: {
        summary: 'List the projects of an organization: the one with all its workspaces',
        isPaged: true,
        parameters: {
          'filter[names]': listParameter('Names of projects.'),
          q: described('A part of the name, in any case.'),
        },
        includes: ['effective_tag_bindings'],
        document: listOf(projectDocument),
        run: async (call) => listDocument(call.url, projectsFor(call), presentProject),
      },
      POST: refusing('Projects cannot be created', noOtherProject),
    },
  })
}

function projectsFor({ subject, query, page }: Call<OrganizationAccess>): Paged<OrganizationAccess> {
  const names = query['filter[names]'] as readonly string[] | undefined
  const part = (query['q'] as string | undefined) ?? ''
  const isFound =
    (names?.includes(defaultProject) ?? true) && defaultProject.toLowerCase().includes(part.toLowerCase())
  return { items: isFound && page.number === 1 ? [subject] : [], totalCount: isFound ? 1 : 0, page }
}

/** `/projects/:id`. */
export function projectResource(services: FaceServices): Resource {
  const cannotChange = `${defaultProject} cannot be changed or deleted`
  return resource<OrganizationAccess>({
    tag,
    authorize: authorizeProject(services),
    operations: {
      GET: {
        summary: 'Show a project',
        includes: ['effective_tag_bindings'],
        document: documentOf(projectDocument),
        run: async ({ subject }) => ({ data: presentProject(subject) }),
      },
      PATCH: refusing('Projects cannot be changed', cannotChange),
      DELETE: refusing('Projects cannot be deleted', cannotChange),
    },
  })
}

const authorizeProject =
  ({ workspaceScopes }: FaceServices): Resource<OrganizationAccess>['authorize'] =>
  async (ctx, { id = '' }, writes) => {
    const access = await workspaceScopes.accessToOrganization(ctx, { id: found(organizationIdOf(id)) })
    requireScopeFor(writes, ctx)
    return access
  }

/** Hides operations that are always refused from tokens that may not write workspaces; other readers get the reason. */
export function requireScopeFor(writes: boolean, ctx: OperationContext): void {
  if (writes) requireScope(ctx, 'workspaces:write')
}

/** `/projects/:id/tag-bindings`: tags are of workspaces alone. */
export function projectTagBindingsResource(services: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: authorizeProject(services),
    operations: {
      GET: {
        summary: 'List the tags of a project: none',
        document: z.object({ data: z.array(tagBindingDocument) }),
        run: async () => ({ data: [] }),
      },
      PATCH: refusing('Projects cannot be tagged', 'Projects have no tags here: tag the workspaces'),
    },
  })
}

/** `/projects/:id/effective-tag-bindings`. */
export function projectEffectiveTagBindingsResource(services: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: authorizeProject(services),
    operations: {
      GET: {
        summary: 'List the effective tags of a project: none',
        document: z.object({ data: z.array(effectiveTagBindingDocument) }),
        run: async () => ({ data: [] }),
      },
    },
  })
}

/** `/projects/:id/relationships/workspaces`: clients move workspaces by it. */
export function projectWorkspacesResource(services: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: authorizeProject(services),
    operations: {
      POST: refusing(
        'Workspaces cannot be moved',
        `Workspaces cannot be moved: all of an organization's are in ${defaultProject}`,
      ),
    },
  })
}
