import { z } from 'zod'
import type { StateResource } from '../../domain/states/state-resource.js'
import type { WorkspaceAccess } from '../../domain/workspaces/workspace.js'
import type { FaceServices } from '../../http/face-services.js'
import { listDocument, listOf, resourceOf } from '../jsonapi/document.js'
import { resource, type Resource } from '../jsonapi/resource.js'

const resourceDocument = resourceOf('resources', 'wsr-9f86d081884c7d65', {
  attributes: z.object({
    address: z.string().meta({ description: 'The address, modules without `module.` before them.' }),
    name: z.string(),
    module: z.string().meta({ description: 'The module, likewise; `root` outside of any.' }),
    provider: z.string().meta({ description: 'Namespace and type of its provider.' }),
    'provider-type': z.string().meta({ description: 'The type of the resource.' }),
    'name-index': z
      .string()
      .nullable()
      .meta({ description: 'Key or number among several; null for a single one.' }),
    'created-at': z.string().meta({ description: 'Time at which the state that shows it was written.' }),
    'updated-at': z.string(),
  }),
}).meta({ id: 'Resource' })

const present = (found: StateResource, at: string): z.input<typeof resourceDocument> => ({
  id: found.id,
  type: 'resources',
  attributes: {
    address: withoutModuleWords(found.address),
    name: found.name,
    module: withoutModuleWords(found.module),
    provider: found.provider,
    'provider-type': found.type,
    'name-index': found.index && plainIndex(found.index),
    'created-at': at,
    'updated-at': at,
  },
})

/** Removes the word `module`, except in quotes: a quoted key may contain it. */
const withoutModuleWords = (address: string): string =>
  address.replaceAll(/"(?:[^"\\]|\\.)*"|(^|\.)module\./g, (found, before: string | undefined) =>
    found.startsWith('"') ? found : (before ?? ''),
  )

/** Returns a name as such, and not as the engine quotes it; one that is cut stays as it is. */
const plainIndex = (index: string): string => (/^".*[^\\]"$/s.test(index) ? String(JSON.parse(index)) : index)

/** `/workspaces/:id/resources` (contract §18). */
export function workspaceResourcesResource({ workspaces, stateResources }: FaceServices): Resource {
  return resource<WorkspaceAccess>({
    tag: 'States',
    authorize: (ctx, { id = '' }) => workspaces.accessById(ctx, id, 'states:read'),
    operations: {
      GET: {
        summary: 'List the managed resources of the current state of a workspace',
        isPaged: true,
        conflict:
          'The current state cannot be counted: the client encrypted it, or its format is not known here.',
        document: listOf(resourceDocument),
        async run({ ctx, subject, page, url }) {
          const { list, at } = await stateResources.listCurrent(ctx, subject, page)
          return listDocument(url, list, (found) => present(found, at?.toISOString() ?? ''))
        },
      },
    },
  })
}
