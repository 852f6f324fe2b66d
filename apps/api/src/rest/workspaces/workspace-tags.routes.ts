import { z } from 'zod'
import type { WorkspaceAccess, WorkspaceFilter } from '../../domain/workspaces/workspace.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import {
  boundTag,
  namedTag,
  type OrganizationTag,
  type WorkspaceTag,
} from '../../domain/workspaces/workspace-tag.js'
import type { FoundTag } from '../../domain/workspaces/workspace-tags.service.js'
import type { FaceServices } from '../../http/face-services.js'
import type { Permission } from '../../kernel/permissions.js'
import { listDocument, listOf, resourceOf, toOne } from '../jsonapi/document.js'
import { described, listParameter } from '../jsonapi/query.js'
import { resource, type Resource } from '../jsonapi/resource.js'

const tag = 'Workspaces'

const permissionTo = (writes: boolean): Permission => (writes ? 'workspaces:write' : 'workspaces:read')

const binding = {
  id: z.string().meta({ example: 'tag-jKeTuVuKMkQRqXNV' }),
  attributes: z.object({
    key: z.string(),
    value: z.string().meta({ description: 'The value; empty without one.' }),
  }),
}

export const tagBindingDocument = z
  .object({ ...binding, type: z.literal('tag-bindings') })
  .meta({ id: 'TagBinding' })

/** Tags come from nowhere but the workspace itself, so that they are the effective ones, too. */
export const effectiveTagBindingDocument = z
  .object({ ...binding, type: z.literal('effective-tag-bindings') })
  .meta({ id: 'EffectiveTagBinding' })

const tagDocument = resourceOf('tags', 'tag-8f14e45fceea167a', {
  attributes: z.object({
    name: z.string(),
    'instance-count': z
      .number()
      .int()
      .meta({ description: 'Number of workspaces of the organization that have it.' }),
  }),
  relationships: z.object({ organization: toOne('organizations') }),
}).meta({ id: 'Tag' })

const bindingOf = ({ id, key, value }: WorkspaceTag) => ({ id, attributes: { key, value: value ?? '' } })

const presentTagBinding = (tag: WorkspaceTag): z.input<typeof tagBindingDocument> => ({
  ...bindingOf(tag),
  type: 'tag-bindings',
})

export const presentEffectiveTagBinding = (
  tag: WorkspaceTag,
): z.input<typeof effectiveTagBindingDocument> => ({ ...bindingOf(tag), type: 'effective-tag-bindings' })

const presentTag =
  (organization: string) =>
  ({ id, name, instanceCount }: OrganizationTag): z.input<typeof tagDocument> => ({
    id,
    type: 'tags',
    attributes: { name, 'instance-count': instanceCount },
    relationships: { organization: { data: { id: organization, type: 'organizations' } } },
  })

const bindings = z.object({ data: z.array(tagBindingDocument) })

/** `/workspaces/:id/tag-bindings` (contract §13, §18). */
export function tagBindingsResource({ workspaces, workspaceTags }: FaceServices): Resource {
  return resource<WorkspaceAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) => workspaces.accessById(ctx, id, permissionTo(writes)),
    operations: {
      GET: {
        summary: 'List the tags of a workspace, by key',
        document: bindings,
        run: async ({ subject }) => ({ data: subject.workspace.tags.map(presentTagBinding) }),
      },
      PATCH: {
        summary:
          'Add tags to a workspace, and change values of those that are there; an empty list removes all',
        linkage: { type: 'tag-bindings', attributes: boundTag },
        document: bindings,
        async run({ ctx, subject: { workspace }, linkage, expectedOf }) {
          const changed = await workspaceTags.bind(ctx, workspace.id, linkage, expectedOf(workspace))
          return { data: asSent(linkage.attributes, changed.tags).map(presentTagBinding) }
        },
      },
      DELETE: {
        summary: 'Remove all tags of a workspace',
        run: ({ ctx, subject: { workspace }, expectedOf }) =>
          workspaceTags.removeAll(ctx, workspace.id, expectedOf(workspace)),
      },
    },
  })
}

/** The others by key, and behind them those that were sent in their order: clients compare the two (contract §19). */
function asSent(sent: readonly unknown[] = [], tags: readonly WorkspaceTag[]): readonly WorkspaceTag[] {
  const keys = sent.flatMap((each) => boundTag.safeParse(each).data?.key ?? [])
  const placeOf = ({ key }: WorkspaceTag) => keys.indexOf(key)
  return tags.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** `/workspaces/:id/effective-tag-bindings`. */
export function effectiveTagBindingsResource({ workspaces }: FaceServices): Resource {
  return resource<WorkspaceAccess>({
    tag,
    authorize: (ctx, { id = '' }) => workspaces.accessById(ctx, id, 'workspaces:read'),
    operations: {
      GET: {
        summary: 'List the effective tags of a workspace, by key: its own',
        document: z.object({ data: z.array(effectiveTagBindingDocument) }),
        run: async ({ subject }) => ({ data: subject.workspace.tags.map(presentEffectiveTagBinding) }),
      },
    },
  })
}

/** `/workspaces/:id/relationships/tags`: the same by their names alone. */
export function workspaceTagsResource({ workspaces, workspaceTags }: FaceServices): Resource {
  const linkage = { type: 'tags', attributes: namedTag, takesIds: true } as const
  return resource<WorkspaceAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) => workspaces.accessById(ctx, id, permissionTo(writes)),
    operations: {
      GET: {
        summary: 'List the tags of a workspace by name, with the number of workspaces that have each',
        isPaged: true,
        document: listOf(tagDocument),
        run: async ({ ctx, subject, page, url }) =>
          listDocument(
            url,
            await workspaceTags.list(ctx, subject.workspace.id, page),
            presentTag(subject.organization.name),
          ),
      },
      POST: {
        summary: 'Add tags to a workspace by name or id; an existing one keeps its value',
        linkage,
        status: 204,
        run: ({ ctx, subject, linkage: named }) => workspaceTags.add(ctx, subject.workspace.id, named),
      },
      DELETE: {
        summary: 'Remove tags from a workspace by name or id, whatever their values',
        linkage,
        run: ({ ctx, subject, linkage: named }) => workspaceTags.remove(ctx, subject.workspace.id, named),
      },
    },
  })
}

/** `/organizations/:org/tags`. */
export function organizationTagsResource({ workspaceTags, organizations }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) => organizations.access(ctx, org, permissionTo(writes)),
    operations: {
      GET: {
        summary: 'List the tags that workspaces of an organization have, by name',
        isPaged: true,
        parameters: {
          q: described('A part of the name, in any case.'),
          'filter[exclude][taggable][id]': described(
            'The id of a workspace: the tags that it does not have.',
          ),
        },
        document: listOf(tagDocument),
        async run({ ctx, subject, query, page, url }) {
          const { name } = subject.organization
          const filter = {
            search: query['q'] as string | undefined,
            withoutThoseOf: query['filter[exclude][taggable][id]'] as string | undefined,
          }
          const list = await workspaceTags.listOfOrganization(ctx, name, filter, page)
          return listDocument(url, list, presentTag(name))
        },
      },
      DELETE: {
        summary: 'Remove tags from all workspaces of an organization',
        linkage: { type: 'tags' },
        run: ({ ctx, subject, linkage }) => workspaceTags.removeOfAll(ctx, subject.organization.id, linkage),
      },
    },
  })
}

/** `/tags/:id/relationships/workspaces`. */
export function taggedWorkspacesResource({ workspaceTags }: FaceServices): Resource {
  return resource<FoundTag>({
    tag,
    authorize: (ctx, { id = '' }, writes) => workspaceTags.find(ctx, id, permissionTo(writes)),
    operations: {
      POST: {
        summary: 'Add a tag to workspaces of its organization; one that has it already keeps its value',
        linkage: { type: 'workspaces' },
        status: 204,
        run: ({ ctx, subject, linkage }) => workspaceTags.addToAll(ctx, subject, linkage),
      },
    },
  })
}

/** Maximum number of tags with values that one request can filter by. */
const mostFilters = 10

/** The parameters that filter a list of workspaces by their tags. */
export const tagFilters = {
  'search[tags]': listParameter('Keys of tags that it has, all of them.'),
  'search[exclude-tags]': listParameter('Keys of tags that it does not have.'),
  ...Object.fromEntries(
    Array.from({ length: mostFilters }, (_, index) => [
      [`filter[tagged][${index}][key]`, described('The key of a tag that it has; several filters all hold.')],
      [`filter[tagged][${index}][value]`, described('The value of that tag; any without.')],
    ]).flat(),
  ),
}

/** Reads the filter from those parameters. */
export function tagFilterIn(
  query: Readonly<Record<string, unknown>>,
): Pick<WorkspaceFilter, 'tags' | 'excludedTags' | 'tagged'> {
  const tagged = Array.from({ length: mostFilters }, (_, index) => {
    const [key, value] = ['key', 'value'].map((part) => query[`filter[tagged][${index}][${part}]`])
    return typeof key === 'string' ? { key, ...(typeof value === 'string' && { value }) } : undefined
  }).filter((each) => each !== undefined)
  const words = (name: string) => query[name] as readonly string[] | undefined
  return { tags: words('search[tags]'), excludedTags: words('search[exclude-tags]'), tagged }
}
