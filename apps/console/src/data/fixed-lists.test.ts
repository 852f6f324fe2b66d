import {
  buildSchema,
  type DocumentNode,
  type FieldNode,
  getNamedType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const schema = buildSchema(readFileSync(new URL('../../../api/schema.graphql', import.meta.url), 'utf8'))

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated') && !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(root + name, 'utf8') }))

/** Lists whose first rows are enough, by the reason why. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'The server finds these as one types; the field says how many more there are.': [
    'ModuleFacetSearch.registryModuleFacets.organizations',
    'ModuleFacetSearch.registryModuleFacets.providers',
    'OrganizationOptions.siteOrganizations',
    'OwnOrganizations.viewer.organizations',
    'PeopleOptions.organization.memberships',
    'SwitcherOrganizations.viewer.organizations',
    'TeamOptions.organization.teams',
    'VersionOptions.availableEngineVersions',
    'VersionsInUse.engineVersions',
    'WorkspaceOptions.organization.workspaces',
  ],
  'The palette finds these by the words that are typed.': ['PaletteOrganizations.viewer.organizations'],
  'The first values of a facet; a button with the number of all opens the search.': [
    'ModuleFacets.registryModuleFacets.organizations',
    'ModuleFacets.registryModuleFacets.providers',
  ],
  'The page asks for all further ones.': ['ProviderDocumentation.providerDocumentation.groups'],
  'The last entry of the select says how many older ones there are.': [
    'ProviderDocumentation.providerDocumentation.versions',
  ],
  'There is one at most, or only the first is wanted.': [
    'FirstSteps.modules',
    'FirstSteps.published',
    'FirstSteps.siteOrganizations',
    'FirstSteps.viewer.organizations',
    'FirstSteps.viewer.tokens',
    'ModulePublishers.viewer.publishers',
    'ModuleReleasePublisher.auditEvents',
    'ProviderDocumentation.providerDocumentation.first',
    'ProviderList.organization.registryProviders.nodes.versions',
    'SharedProviderList.sharedRegistryProviders.nodes.versions',
    'SiteProviderList.siteRegistryProviders.nodes.versions',
    'TeamsWithTokens.organization.teams.nodes.tokens',
    'WorkspaceHomes.viewer.likely',
    'WorkspaceHomes.viewer.organizations',
  ],
  'The card or the line says how many there are, and leads to the whole list.': [
    'ModuleDetail.registryModuleNamespace.registryModule.downloadsHistory.consumers',
    'ModuleGraph.registryModuleNamespace.registryModule.downloadsHistory.consumers',
    'OrganizationDetail.siteOrganization.moduleConsumers',
    'OrganizationDetail.siteOrganization.providerConsumers',
    'OverviewEnginesRun.runEngineVersions',
    'OverviewOrganizations.viewer.organizations',
    'OverviewOrganizations.viewer.recent',
    'OverviewUsage.viewer.attention.usedEngineVersions',
    'PublicProvidersStart.sitePublicProviders',
    'PublicProviderDetail.sitePublicProvider.alteredVersions',
    'BulkActDetail.bulkAct.refusals',
    'RunningActs.bulkActs',
    'RecentAuditEvents.auditEvents',
    'SharingRow.moduleConsumers',
    'SharingRow.providerConsumers',
    'MemberList.organization.memberships.nodes.teams',
    'UserDetail.user.organizations',
    'ExampleSources.registryModuleNamespace.registryModule.version.folder.sources',
  ],
  'The picture draws the first of each kind; the lists below it have all.': [
    'ModuleGraph.registryModuleNamespace.registryModule.version.folder.dependencies',
    'ModuleGraph.registryModuleNamespace.registryModule.version.folder.providers',
    'ModuleGraph.registryModuleNamespace.registryModule.version.folders',
  ],
  'The first invitations are answered, and the card says how many follow.': [
    'PendingInvitations.viewer.invitations',
  ],
  'A sentence names the first, and says how many more there are.': [
    'DocsChangesFacts.changes.pages',
    'ProviderDetail.registryProvider.consumers',
    'MemberDetail.organizationMembership.teams',
    'OwnOrganizationDetail.organization.moduleProducers',
    'OwnOrganizationDetail.organization.providerProducers',
    'OwnOrganizationDetail.organization.sharingRequests',
    'PublicProviderUsers.sitePublicProvider.users',
    'ReleaseFeed.releaseFeed.faulty',
    'SharingPreviewFacts.gains',
    'SharingPreviewFacts.loses',
    'UserOrganizationFacts.teams',
  ],
  'The newest hundred versions; what shows them says how many are older, and the tab Versions has all.': [
    'ModuleDetail.registryModuleNamespace.registryModule.versions',
    'ModuleVersionDownloads.registryModuleNamespace.registryModule.versions',
    'ProviderVersionDownloads.registryProvider.versions',
    'VersionsToCompare.versions',
  ],
  'The newest versions, among which the one to use is sought.': [
    'ProviderDetail.registryProvider.newest',
    'PublicProviderStatus.organization.publicProvider.newest',
  ],
  'The owners are one team, of which the first members are named as people to ask.': [
    'PublicProviderStatus.organization.teams',
    'PublicProviderStatus.organization.teams.nodes.members',
  ],
  'An archive has few folders that can be called; the number of the tab counts all.': [
    'ModuleFolder.registryModuleNamespace.registryModule.version.folders',
  ],
  'Of a comparison the page counts all, and its list has pages.': [
    'ModuleComparison.registryModuleNamespace.registryModule.comparison.changes',
  ],
  'A changelog and a licence lie among the first files of an archive; the page Files has all.': [
    'ModuleRootFiles.registryModuleNamespace.registryModule.version.entries',
  ],
  'The newest changes of a version, among which its deprecation is sought.': [
    'EngineVersionRuns.auditEvents',
  ],
  'The first hundred; the field says how many more there are.': [
    'KnownIssuers.knownIssuers',
    'NewProviderVersion.registryProvider.organization.gpgKeys',
    'ProviderVersionDetail.registryProvider.organization.gpgKeys',
  ],
  'A member of more teams is offered again, and to add them changes nothing.': [
    'PeopleOptions.organization.memberships.nodes.teams',
  ],
}

const isVariable = (field: FieldNode): boolean =>
  field.arguments?.some(({ name, value }) => name.value === 'page' && value.kind === Kind.VARIABLE) ?? false

/** Tells whether a list asks for rows, not only for how many there are. */
const hasRows = ({ selectionSet }: FieldNode): boolean =>
  selectionSet?.selections.some(
    (each) => each.kind !== Kind.FIELD || !['totalCount', 'pageInfo'].includes(each.name.value),
  ) ?? false

/** The lists of a document whose page is written there, by the document and the way to them. */
function fixedListsIn(document: DocumentNode): string[] {
  const found: string[] = []
  const info = new TypeInfo(schema)
  const way: string[] = []
  const enter = (field: FieldNode) => {
    way.push((field.alias ?? field.name).value)
    const type = info.getType()
    const isList = type && getNamedType(type).name.endsWith('Connection')
    if (isList && hasRows(field) && !isVariable(field)) found.push(way.join('.'))
  }
  visit(
    document,
    visitWithTypeInfo(info, {
      OperationDefinition: {
        enter: ({ name }) => void way.push(name?.value ?? ''),
        leave: () => void way.pop(),
      },
      FragmentDefinition: { enter: ({ name }) => void way.push(name.value), leave: () => void way.pop() },
      Field: { enter, leave: () => void way.pop() },
    }),
  )
  return found
}

test('no list is cut off in silence: each has pages, or a reason why its first rows are enough', () => {
  const documents = sources.flatMap(({ text }) => [...text.matchAll(/graphql\(`([^`]*)`\)/g)])
  expect(documents.length).toBeGreaterThan(150)
  const found = documents.flatMap(([, text = '']) => fixedListsIn(parse(text)))
  expect(found.toSorted()).toEqual(Object.values(reasons).flat().toSorted())
})

const module = 'app/(signed-in)/modules/[organization]/[name]/[provider]'

/** Files with a first page of their own, and why it is enough. */
const firstPages: Readonly<Record<string, string>> = {
  [`${module}/declarations/resources-by-type.tsx`]: 'Says how many there are, and leads to all.',
  [`${module}/files/file-tree.tsx`]: 'The last entry says how many there are, and leads to all.',
  [`${module}/usage/usage.tsx`]: 'Says how many more are required; optional inputs are found as one types.',
  'app/(signed-in)/organizations/[name]/settings/ci-identities/ci-identities.tsx':
    'The newest jobs, of which the last of each identity is named beside the time that the list has.',
  'app/(signed-in)/provider-docs/[id]/[version]/[[...page]]/docs-tree.tsx':
    'Asked only where the subcategories count no more pages than that.',
  'app/(signed-in)/shared-providers/[id]/page.tsx': 'The first of the pages that the list turns.',
}

test('nor by a page that stands in the code', () => {
  const found = sources.flatMap(({ name, text }) =>
    [...text.replaceAll(/graphql\(`[^`]*`\)/g, '').matchAll(/\bnumber: 1, size: \w+/g)].map(() => name),
  )
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(firstPages).toSorted())
})
