import { z } from 'zod'
import type { WorkspaceAccess, WorkspaceFilter } from '../../domain/workspaces/workspace.js'
import type { WorkspaceTag } from '../../domain/workspaces/workspace-tag.js'
import type { WorkspacesService } from '../../domain/workspaces/workspaces.service.js'
import { described, listParameter } from '../jsonapi/query.js'
import { resource, type Resource } from '../jsonapi/resource.js'

const tagBindingDocument = z
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

/** As many tags with values as one request can filter by. */
const mostFilters = 10

/** The parameters that filter a list of workspaces by their tags. */
export const tagFilters = {
  'search[tags]': listParameter('Keys of tags that it has, all of them.'),
  'search[exclude-tags]': listParameter('Keys of tags that it has none of.'),
  ...Object.fromEntries(
    Array.from({ length: mostFilters }, (_, index) => [
      [`filter[tagged][${index}][key]`, described('The key of a tag that it has; several filters all hold.')],
      [`filter[tagged][${index}][value]`, described('The value of that tag; any without.')],
    ]).flat(),
  ),
}

/** What those parameters ask for. */
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
