import { factsOf, idIn, idsIn, inCapitals, inLowerCase, without, type Document, type Facts } from './facts.js'
import { pages, withArgs, type Row } from './row.js'
import type { World } from './world.js'

const here = ({ org }: World): string => `organization(name: "${org}")`

const modules = {
  fields: `id namespace name provider status sourceUrl description verified createdAt updatedAt canDelete moduleInterfacePolicy
    versionStatuses: versions { nodes { version status error warnings } } organization { name }`,
  facts(document: Document): Facts {
    const { versionStatuses, ...facts } = inCapitals(factsOf(document), 'status')
    const versions = (versionStatuses as Facts[]).map((each) =>
      inCapitals({ error: null, warnings: [], ...each }, 'status'),
    )
    return {
      // The console asks for both policies of which one counts.
      ...without(facts, 'registryName', 'noCode', 'canResync', 'canRetry', 'effectiveModuleInterfacePolicy'),
      versionStatuses: { nodes: versions },
      organization: { name: idIn(document, 'organization') },
    }
  },
  shown: (facts: Facts): Facts => inLowerCase(facts, 'moduleInterfacePolicy'),
}

const inCapitalsIfAny = (facts: Facts, ...keys: readonly string[]): Facts =>
  inCapitals(facts, ...keys.filter((key) => facts[key] !== null))

/** Breaking changes of a version, with the names that GraphQL uses. */
function interfaceOf(given: Facts | null): Facts | null {
  if (!given) return null
  const { breaking, ...rest } = factsOf({ id: '', attributes: given })
  return {
    ...inCapitalsIfAny(without(rest, 'id'), 'step', 'wantedStep'),
    breaking: (breaking as Facts[]).map((each) => inCapitals(each, 'kind', 'reason')),
  }
}

const comparisons = {
  fields: `from { version } to { version } missingStep breakingCount
    changes(page: { size: 100 }) { nodes { path kind name change breaking facts { name before after } } }`,
  facts(document: Document): Facts {
    const { from, to, changes, ...facts } = without(factsOf(document), 'id')
    const changed = (changes as Facts[]).map((each) => ({
      ...inCapitalsIfAny(each, 'kind', 'change', 'breaking'),
      facts: (each['facts'] as Facts[]).map((fact) => inCapitals(fact, 'name')),
    }))
    return {
      ...inCapitalsIfAny(facts, 'missingStep'),
      ...{ from: { version: from }, to: { version: to }, changes: { nodes: changed } },
    }
  },
}

const provenance = 'provenance { issuer subject repository ref commit workflow runUrl }'

function withProvenance({ provenance: given, ...facts }: Facts): Facts {
  if (!given) return { ...facts, provenance: null }
  return { ...facts, provenance: without(factsOf({ id: '', attributes: given as Facts }), 'id') }
}

const deprecation = 'deprecation { deprecatedStatus: status reason link }'

function withDeprecation({ deprecation: given, ...facts }: Facts): Facts {
  if (!given) return { ...facts, deprecation: null }
  const { 'deprecated-status': status, ...rest } = given as Facts
  const word = inCapitals({ deprecatedStatus: status }, 'deprecatedStatus')
  return { ...facts, deprecation: { ...word, ...rest } }
}

const moduleVersions = {
  fields: `id version status error warnings acceptBreaking commitSha ${provenance}
    interface { comparedWith step wantedStep wantedVersion breaking { path kind name reason } breakingCount } ${deprecation} endOfLife { date reason } createdAt publishedAt`,
  facts(document: Document): Facts {
    // The revocation is a deprecation in other words; what is required of the engine is for clients that compare sources.
    const all = inCapitals(without(factsOf(document), 'source', 'revocation', 'engineConstraints'), 'status')
    const { updatedAt, interface: found, ...facts } = withProvenance(withDeprecation(all))
    return { ...facts, interface: interfaceOf(found as Facts | null), publishedAt: updatedAt }
  },
}

const providers = {
  fields: `id name namespace registryName sourceUrl warnings ${deprecation} createdAt updatedAt canDelete organization { name }
    versions { nodes { id } }`,
  facts(document: Document): Facts {
    const ids = document.relationships?.['versions'] ? idsIn(document, 'versions') : []
    return {
      ...inCapitals(withDeprecation(factsOf(document)), 'registryName'),
      organization: { name: idIn(document, 'organization') },
      versions: { nodes: ids.map((id) => ({ id })) },
    }
  },
}

/** A link is signed for its caller; that it is there, and where it leads, is the fact. */
const linkOf = ({ links }: Document, name: string): string | null => links?.[name] ?? null

const versions = {
  fields: `id version keyId protocols ${deprecation} endOfLife { date reason } shasumsUploaded shasumsSigUploaded published publicationError ${provenance} warnings docsUploadedAt createdAt updatedAt
    canDelete canUploadAsset: canDelete platforms { id }
    shasumsUploadUrl shasumsDownloadUrl shasumsSigUploadUrl shasumsSigDownloadUrl docsUploadUrl`,
  facts: (document: Document): Facts => ({
    ...withProvenance(withDeprecation(factsOf(document))),
    platforms: idsIn(document, 'platforms').map((id) => ({ id })),
    shasumsUploadUrl: linkOf(document, 'shasums-upload'),
    shasumsDownloadUrl: linkOf(document, 'shasums-download'),
    shasumsSigUploadUrl: linkOf(document, 'shasums-sig-upload'),
    shasumsSigDownloadUrl: linkOf(document, 'shasums-sig-download'),
    docsUploadUrl: linkOf(document, 'docs-upload'),
  }),
}

const docs = {
  fields: 'id category slug title subcategory path',
  facts: (document: Document): Facts =>
    inCapitals(without(factsOf(document), 'content', 'truncated'), 'category'),
}

const platforms = {
  fields: `id os arch shasum filename providerBinaryUploaded warnings canDelete canUploadAsset: canDelete
    providerBinaryUploadUrl providerBinaryDownloadUrl`,
  facts: (document: Document): Facts => ({
    ...factsOf(document),
    providerBinaryUploadUrl: linkOf(document, 'provider-binary-upload'),
    providerBinaryDownloadUrl: linkOf(document, 'provider-binary-download'),
  }),
}

const keys = {
  fields: 'id namespace keyId asciiArmor createdAt updatedAt',
  facts: (document: Document): Facts => without(factsOf(document), 'source', 'sourceUrl', 'trustSignature'),
}

const modulePath = ({ org, moduleName }: World): string =>
  `/organizations/${org}/registry-modules/private/${org}/${moduleName}/aws`
const module = (world: World): readonly string[] => [
  here(world),
  `registryModule(name: "${world.moduleName}", provider: "aws")`,
]
const providerPath = ({ org, providerName }: World): string =>
  `/organizations/${org}/registry-providers/private/${org}/${providerName}`
const provider = (world: World): readonly string[] => [
  here(world),
  `registryProvider(registryName: PRIVATE, namespace: "${world.org}", name: "${world.providerName}")`,
]
const version = (world: World): readonly string[] => [
  ...provider(world),
  `version(version: "${world.providerVersion}")`,
]
const documentation = ({ providerId, providerVersion }: World): string =>
  `providerDocumentation(providerId: "${providerId}", version: "${providerVersion}")`
const versionPath = (world: World): string => `${providerPath(world)}/versions/${world.providerVersion}`
const versionUse = `id version status endOfLife { date reason } lastDownloadedAt downloads breakingCount
  usedBy { kind name team }`

function useFacts(document: Document): Facts {
  const { status, usedBy, ...facts } = factsOf(document)
  return {
    ...facts,
    status: status === 'current' ? null : inCapitals({ status }, 'status')['status'],
    usedBy: (usedBy as Facts[] | null)?.map((each) => inCapitals(each, 'kind')) ?? null,
  }
}

const routeOfModule = '/organizations/:org/registry-modules/private/:namespace/:name/:provider'
const routeOfProvider = '/organizations/:org/registry-providers/:registry/:namespace/:name'

/** The private registry of an organization. */
export const registryRows: Readonly<Record<string, Row>> = {
  '/organizations/:org/module-upgrades': {
    fields: `${versionUse} namespace name provider newest newestCompatible tokenCount`,
    facts(document) {
      const { module, ...facts } = useFacts(document)
      const [namespace, name, provider] = String(module).split('/')
      return { ...facts, namespace, name, provider }
    },
    rest: ({ org }) => `/organizations/${org}/module-upgrades`,
    graphql: (world, args) => [here(world), withArgs('moduleUpgrades', args)],
    narrowed: [
      ...pages,
      ['filter[status]=revoked&days=1', 'status: REVOKED, days: 1'],
      ['filter[module]=acme/other/aws', 'module: "acme/other/aws"'],
    ],
  },
  [`${routeOfModule}/consumers`]: {
    fields: `${versionUse} organization`,
    facts: useFacts,
    rest: ({ org, moduleName }) =>
      `/organizations/${org}/registry-modules/private/${org}/${moduleName}/aws/consumers`,
    graphql: ({ moduleId }, args) => [`registryModule(id: "${moduleId}")`, withArgs('consumers', args)],
    narrowed: [...pages, ['days=90', 'days: 90']],
  },
  '/organizations/:org/registry-modules': {
    ...modules,
    rest: ({ org }) => `/organizations/${org}/registry-modules`,
    graphql: (world, args) => [here(world), withArgs('registryModules', args)],
    narrowed: pages,
  },
  [routeOfModule]: { ...modules, rest: modulePath, graphql: module },
  '/registry-modules/:id': {
    ...modules,
    rest: ({ moduleId }) => `/registry-modules/${moduleId}`,
    graphql: ({ moduleId }) => [`registryModule(id: "${moduleId}")`],
  },
  [`${routeOfModule}/version`]: {
    ...moduleVersions,
    rest: (world) => `${modulePath(world)}/version?module_version=1.0.0`,
    graphql: (world) => [...module(world), 'version(version: "1.0.0")'],
  },
  [`${routeOfModule}/comparison`]: {
    ...comparisons,
    rest: (world) => `${modulePath(world)}/comparison?from=0.9.0&to=1.0.0`,
    graphql: (world) => [...module(world), 'comparison(from: "0.9.0", to: "1.0.0")'],
  },
  [`${routeOfModule}/:version`]: {
    ...moduleVersions,
    rest: (world) => `${modulePath(world)}/0.9.0`,
    graphql: (world) => [...module(world), 'version(version: "0.9.0")'],
  },
  '/organizations/:org/registry-providers': {
    ...providers,
    rest: ({ org }) => `/organizations/${org}/registry-providers`,
    graphql: (world, args) => [here(world), withArgs('registryProviders', args)],
    narrowed: [
      ...pages,
      ['q=CLOU', 'search: "CLOU"'],
      ['filter[registry_name]=public', 'registryName: PUBLIC'],
    ],
  },
  [routeOfProvider]: { ...providers, rest: providerPath, graphql: provider },
  '/registry-providers/:id': {
    ...providers,
    rest: ({ providerId }) => `/registry-providers/${providerId}`,
    graphql: ({ providerId }) => [`registryProvider(id: "${providerId}")`],
  },
  [`${routeOfProvider}/versions`]: {
    ...versions,
    rest: (world) => `${providerPath(world)}/versions`,
    graphql: (world, args) => [...provider(world), withArgs('versions', args)],
    narrowed: pages,
  },
  [`${routeOfProvider}/versions/:version`]: { ...versions, rest: versionPath, graphql: version },
  [`${routeOfProvider}/versions/:version/docs`]: {
    ...docs,
    rest: (world) => `${versionPath(world)}/docs`,
    graphql: (world, args) => [documentation(world), withArgs('docs', args)],
    narrowed: [
      ...pages,
      ['q=SERV', 'filter: { search: "SERV" }'],
      ['filter[category]=data-sources', 'filter: { category: DATA_SOURCES }'],
    ],
  },
  '/provider-docs/:id': {
    ...docs,
    rest: ({ providerDocId }) => `/provider-docs/${providerDocId}`,
    graphql: (world) => [documentation(world), 'doc(category: RESOURCES, slug: "server")'],
  },
  [`${routeOfProvider}/versions/:version/platforms`]: {
    ...platforms,
    rest: (world) => `${versionPath(world)}/platforms`,
    graphql: (world) => [...version(world), 'platforms'],
    isShort: true,
  },
  [`${routeOfProvider}/versions/:version/platforms/:os/:arch`]: {
    ...platforms,
    rest: (world) => `${versionPath(world)}/platforms/linux/amd64`,
    graphql: (world) => [...version(world), 'platform(os: "linux", arch: "amd64")'],
  },
  '/gpg-keys': {
    ...keys,
    rest: ({ org }) => `/gpg-keys?filter[namespace]=${org}`,
    graphql: (world, args) => [here(world), withArgs('gpgKeys', args)],
    narrowed: pages,
    isEmptyBefore: true,
  },
  '/gpg-keys/:namespace/:keyId': {
    ...keys,
    rest: ({ org, keyId }) => `/gpg-keys/${org}/${keyId}`,
    graphql: (world) => [here(world), `gpgKey(keyId: "${world.keyId}")`],
  },
}
