import { z } from 'zod'
import type { OutputType, StateOutput, StateResources, StateVersion } from '../../domain/states/state.js'
import type { StateLinks } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { JsonText } from '../jsonapi/json-text.js'
import { identifierOf, resourceOf, selfLink, toOne } from '../jsonapi/document.js'
import { attributesOf } from '../jsonapi/attributes.js'

const holder = z.object({
  id: z.string().meta({ example: 'user-V3R563qtJNcExAkN' }),
  type: z.string().meta({ example: 'users' }),
})

const resources = z.array(
  z.object({
    mode: z.enum(['managed', 'data']),
    type: z.string(),
    module: z.string().meta({ description: 'The address of the module; empty for the root.' }),
    provider: z.string(),
    count: z.number().int(),
  }),
)

const counts = z.record(z.string(), z.record(z.string(), z.number().int())).nullable().optional()

const listed = attributesOf({
  createdAt: z.date(),
  finalizedAt: z.date().nullable(),
  status: z.enum(['pending', 'finalized', 'discarded']),
  serial: z.number(),
  lineage: z.string().nullable(),
  md5: z.string(),
  size: z.number().nullable().meta({ description: 'Size in bytes.' }),
  isCurrent: z.boolean(),
  engineVersion: z.string().nullable().meta({ description: 'The engine version that wrote it.' }),
  resourcesProcessed: z.boolean().meta({
    description: 'False while its bytes are not there, and where its contents cannot be read here.',
  }),
  resourceCount: z.number().nullable().meta({ description: 'Null where they are not counted.' }),
  encryptedByClient: z.boolean(),
  warnings: z.array(z.string()),
})

export const stateVersionDocument = resourceOf('state-versions', 'sv-SDboVZC8TCxXEneJ', {
  attributes: z.object({
    ...listed.shape,
    resources: resources.nullable().optional().meta({ description: 'Absent in lists of states.' }),
    modules: counts.meta({
      description:
        'Number of resources by module and type, `root` outside of any module: types with hyphens, data sources with `data.` before them. Null if they are not counted.',
    }),
    providers: counts.meta({ description: 'The same by provider.' }),
    'hosted-state-upload-url': z.string().nullable(),
    'hosted-json-state-upload-url': z.string().nullable(),
    'hosted-state-download-url': z.string().nullable(),
    'hosted-json-state-download-url': z.string().nullable(),
  }),
  relationships: z.object({
    workspace: toOne('workspaces'),
    'created-by': z.object({ data: holder }),
    'rollback-state-version': z.object({
      data: identifierOf('state-versions').nullable(),
    }),
    outputs: z.object({
      data: z
        .array(identifierOf('state-version-outputs'))
        .optional()
        .meta({ description: 'Present if `include` names them.' }),
      links: z.object({ related: z.string() }),
    }),
  }),
  links: selfLink,
}).meta({ id: 'StateVersion' })

type StateVersionDocument = z.input<typeof stateVersionDocument>

/** Presents a state in a list: without its resources, which may take a megabyte each. */
export function presentListedStateVersion(
  ctx: OperationContext,
  version: StateVersion,
  links: StateLinks,
): StateVersionDocument {
  const { id, status, storageKey, jsonStorageKey, rolledBackToId, createdBy } = version
  const waits = status === 'pending'
  return {
    id,
    type: 'state-versions',
    attributes: {
      ...listed.present({
        ...version,
        resourcesProcessed: status === 'finalized' && version.form === 'counted',
        encryptedByClient: version.form === 'encrypted',
        warnings: [...version.warnings],
      }),
      'hosted-state-upload-url': waits ? links.upload(ctx, id, 'state') : null,
      'hosted-json-state-upload-url': waits ? links.upload(ctx, id, 'json') : null,
      'hosted-state-download-url': storageKey === null ? null : links.download(ctx, id, 'state'),
      'hosted-json-state-download-url': jsonStorageKey === null ? null : links.download(ctx, id, 'json'),
    },
    relationships: {
      workspace: { data: { id: version.workspaceId, type: 'workspaces' } },
      'created-by': { data: { id: createdBy.id, type: `${createdBy.type}s` } },
      'rollback-state-version': {
        data: rolledBackToId === null ? null : { id: rolledBackToId, type: 'state-versions' },
      },
      outputs: { links: { related: `/api/v2/state-versions/${id}/outputs` } },
    },
    links: { self: `/api/v2/state-versions/${id}` },
  }
}

export function presentStateVersion(
  ctx: OperationContext,
  version: StateVersion,
  links: StateLinks,
): StateVersionDocument {
  const { attributes, ...document } = presentListedStateVersion(ctx, version, links)
  const resources = version.contents && [...version.contents.resources]
  const known = version.form === 'counted' ? resources : null
  const countsBy = (owner: (resource: StateResources) => string) => known && countsOf(known, owner)
  return {
    ...document,
    attributes: {
      ...attributes,
      resources,
      modules: countsBy(({ module }) => module || 'root'),
      providers: countsBy(({ provider }) => provider),
    },
  }
}

/** Counts the resources of each owner by their type, as clients of this API write types. */
function countsOf(
  resources: readonly StateResources[],
  owner: (resource: StateResources) => string,
): Record<string, Record<string, number>> {
  const owners = new Map<string, Map<string, number>>()
  for (const resource of resources) {
    const type = `${resource.mode === 'data' ? 'data.' : ''}${resource.type.replaceAll('_', '-')}`
    const types = owners.get(owner(resource)) ?? new Map<string, number>()
    owners.set(owner(resource), types.set(type, (types.get(type) ?? 0) + resource.count))
  }
  return Object.fromEntries([...owners].map(([name, types]) => [name, Object.fromEntries(types)]))
}

/** Adds the outputs to a state's relationships, as those that are included are linked. */
export function withOutputs(
  { relationships, ...document }: StateVersionDocument,
  outputs: readonly StateOutput[],
): StateVersionDocument {
  const data = outputs.map(({ id }) => ({ id, type: 'state-version-outputs' as const }))
  return { ...document, relationships: { ...relationships, outputs: { ...relationships.outputs, data } } }
}

export const stateOutputDocument = resourceOf('state-version-outputs', 'wsout-J2zM24JPFbfc7bE5', {
  attributes: z.object({
    name: z.string(),
    sensitive: z.boolean(),
    type: z.string().nullable(),
    'detailed-type': z.unknown().meta({ description: 'Null, as `type`, where it is longer than 64 KiB.' }),
    value: z.unknown().meta({
      description:
        'The value as it was sent, with every digit. Null in lists if it is sensitive, or omitted.',
    }),
    'value-omitted': z.boolean().meta({
      description:
        'True in pages where the value is larger than 1 MiB, or the page would be larger than 7 MiB; the output by its id has every value.',
    }),
  }),
  links: selfLink,
}).meta({ id: 'StateVersionOutput' })

export const presentStateOutput = (output: StateOutput): z.input<typeof stateOutputDocument> => ({
  id: output.id,
  type: 'state-version-outputs',
  attributes: {
    name: output.name,
    sensitive: output.sensitive,
    type: output.type && plainType(output.type),
    'detailed-type': output.type,
    value: jsonOf(output.value),
    'value-omitted': output.valueOmitted,
  },
  links: { self: `/api/v2/state-version-outputs/${output.id}` },
})

/** The document of an output that `include=outputs` of a workspace adds, where clients know it by this type alone. */
export const workspaceOutputDocument = resourceOf('workspace-outputs', 'wsout-J2zM24JPFbfc7bE5', {
  attributes: z.object({
    name: z.string(),
    sensitive: z.boolean(),
    'output-type': z.string().nullable(),
    value: z.unknown().meta({
      description: 'Null where it is sensitive, or omitted; `/state-version-outputs/:id` has every value.',
    }),
    'value-omitted': z
      .literal(true)
      .optional()
      .meta({ description: 'Present in lists of workspaces, if the value is longer than 16 KiB.' }),
  }),
}).meta({ id: 'WorkspaceOutput' })

export const presentWorkspaceOutput = ({
  id,
  name,
  sensitive,
  type,
  value,
  valueOmitted,
}: StateOutput): z.input<typeof workspaceOutputDocument> => ({
  id,
  type: 'workspace-outputs',
  attributes: {
    name,
    sensitive,
    'output-type': type && plainType(type),
    value: jsonOf(value),
    ...(valueOmitted && { 'value-omitted': true }),
  },
})

const jsonOf = (value: string | null): JsonText | null => (value === null ? null : new JsonText(value))

/** Returns the plain type: lists, sets and tuples are arrays to other programs, maps and objects are objects. */
function plainType(type: OutputType): string {
  if (!Array.isArray(type)) return String(type)
  const [kind] = type as readonly unknown[]
  return kind === 'map' || kind === 'object' ? 'object' : 'array'
}
