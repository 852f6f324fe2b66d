import { factsOf, inCapitals, without, type Document, type Facts } from './facts.js'
import { pages, type Row } from './row.js'

/** The links without a token, which are other ones for each caller and moment, and what the status says already. */
const links = ['hostedStateUploadUrl', 'hostedJsonStateUploadUrl', 'hostedStateDownloadUrl']

const facts = (document: Document): Facts => {
  const { encryptedByClient, resourcesProcessed, ...told } = without(
    factsOf(document),
    ...links,
    'hostedJsonStateDownloadUrl',
  )
  const by = document.relationships?.['created-by']?.data as { id: string }
  const form = encryptedByClient ? 'ENCRYPTED' : resourcesProcessed ? 'COUNTED' : 'UNKNOWN'
  return { ...inCapitals(told, 'status'), form, createdBy: { id: by.id } }
}

const own = `id status isCurrent serial lineage md5 size engineVersion form resourceCount warnings createdAt
  finalizedAt  createdBy { id }`

/** Fields and facts in lists, without the contents, which only a single state has. */
const listed = { fields: own, facts }

const state = {
  fields: `${own} resources { mode type module provider count }`,
  facts(document: Document): Facts {
    // The sums are for clients that know them; users of GraphQL make them of the resources.
    const told = without(facts(document), 'modules', 'providers')
    return { ...told, resources: (told['resources'] as Facts[]).map((each) => inCapitals(each, 'mode')) }
  },
}

const outputs = {
  fields: 'id name sensitive detailedType: type value valueOmitted',
  facts: (document: Document): Facts => without(factsOf(document), 'type'),
  /** A text that holds the JSON that REST tells. */
  shown: ({ value, ...facts }: Facts): Facts => ({
    ...facts,
    value: value === null ? null : (JSON.parse(String(value)) as unknown),
  }),
}

const tags: Omit<Row, 'rest'> = {
  fields: 'key value',
  facts: ({ attributes }) => ({ ...attributes, value: attributes['value'] || null }),
  graphql: ({ workspaceId }) => [`workspace(id: "${workspaceId}")`, 'tags'],
  isShort: true,
}

/** States of workspaces, for those who may read them. */
export const stateRows: Readonly<Record<string, Row>> = {
  '/workspaces/:id/tag-bindings': {
    ...tags,
    rest: ({ workspaceId }) => `/workspaces/${workspaceId}/tag-bindings`,
  },
  '/workspaces/:id/effective-tag-bindings': {
    ...tags,
    rest: ({ workspaceId }) => `/workspaces/${workspaceId}/effective-tag-bindings`,
  },
  '/workspaces/:id/state-versions': {
    ...listed,
    rest: ({ workspaceId }) => `/workspaces/${workspaceId}/state-versions`,
    graphql: ({ workspaceId }, args) => [`stateVersions(workspaceId: "${workspaceId}" ${args})`],
    narrowed: pages,
  },
  '/state-versions': {
    ...listed,
    rest: ({ org, workspace }) =>
      `/state-versions?filter[organization][name]=${org}&filter[workspace][name]=${workspace}`,
    graphql: ({ workspaceId }, args) => [`stateVersions(workspaceId: "${workspaceId}" ${args})`],
    narrowed: pages,
  },
  '/workspaces/:id/current-state-version': {
    ...state,
    rest: ({ workspaceId }) => `/workspaces/${workspaceId}/current-state-version`,
    graphql: ({ workspaceId }) => [`currentStateVersion(workspaceId: "${workspaceId}")`],
  },
  '/state-versions/:id': {
    ...state,
    rest: ({ stateVersionId }) => `/state-versions/${stateVersionId}`,
    graphql: ({ stateVersionId }) => [`stateVersion(id: "${stateVersionId}")`],
  },
  '/workspaces/:id/current-state-version-outputs': {
    ...outputs,
    rest: ({ workspaceId }) => `/workspaces/${workspaceId}/current-state-version-outputs`,
    graphql: ({ stateVersionId }, args) => [
      `stateVersionOutputs(stateVersionId: "${stateVersionId}" ${args})`,
    ],
    narrowed: pages,
  },
  '/state-versions/:id/outputs': {
    ...outputs,
    // The values of sensitive ones are for the CLI alone.
    facts: (document: Document): Facts => {
      const facts = outputs.facts(document)
      return facts['sensitive'] === true ? { ...facts, value: null } : facts
    },
    rest: ({ stateVersionId }) => `/state-versions/${stateVersionId}/outputs`,
    graphql: ({ stateVersionId }, args) => [
      `stateVersionOutputs(stateVersionId: "${stateVersionId}" ${args})`,
    ],
    narrowed: pages,
  },
}
