import { factsOf, idsIn, without, type Document, type Facts } from './facts.js'
import { pages, withArgs, type Row } from './row.js'

const engineVersions = {
  fields: `id version url sha official enabled beta deprecated deprecatedReason usage createdAt
    archs { url sha os arch }`,
  facts: factsOf,
}

const organizations = {
  fields: `externalId: id name notificationEmail: email accessBetaTools globalModuleSharing isDisabled
    workspaceLimit applyTimeout planTimeout engineWorkerSudoEnabled: workerSudoEnabled createdAt owners { id }`,
  facts(document: Document): Facts {
    // Twins of other attributes, and one that is always the same.
    const left = ['id', 'ssoEnabled', 'engineBuildWorkerApplyTimeout', 'engineBuildWorkerPlanTimeout']
    return { ...without(factsOf(document), ...left), owners: idsIn(document, 'owners').map((id) => ({ id })) }
  },
}

const users = {
  fields: 'id username email isSiteAdmin isAdmin: isSiteAdmin suspendedAt',
  facts: (document: Document): Facts =>
    without(factsOf(document), 'avatarUrl', 'isServiceAccount', 'twoFactor'),
  shown: ({ suspendedAt, ...facts }: Facts): Facts => ({ ...facts, isSuspended: suspendedAt !== null }),
}

/** What site administrators see, and everybody of themselves. */
export const siteRows: Readonly<Record<string, Row>> = {
  '/admin/engine-versions': {
    ...engineVersions,
    rest: () => '/admin/engine-versions',
    graphql: (_, args) => [withArgs('engineVersions', args)],
    narrowed: [...pages, ['search[version]=rc', 'filter: { search: "rc" }']],
  },
  '/admin/engine-versions/:id': {
    ...engineVersions,
    rest: ({ engineVersionId }) => `/admin/engine-versions/${engineVersionId}`,
    graphql: ({ engineVersionId }) => [`engineVersion(id: "${engineVersionId}")`],
  },
  '/admin/organizations': {
    ...organizations,
    rest: () => '/admin/organizations',
    graphql: (_, args) => [withArgs('siteOrganizations', args)],
    narrowed: [
      ...pages,
      ['q=ER', 'filter: { search: "ER" }'],
      ['filter[module_producer]=true', 'filter: { isModuleProducer: true }'],
    ],
  },
  '/admin/organizations/:name': {
    ...organizations,
    rest: ({ org }) => `/admin/organizations/${org}`,
    graphql: ({ org }) => [`siteOrganization(name: "${org}")`],
  },
  '/admin/organizations/:name/relationships/module-consumers': {
    ...organizations,
    rest: ({ org }) => `/admin/organizations/${org}/relationships/module-consumers`,
    graphql: ({ org }, args) => [`siteOrganization(name: "${org}")`, withArgs('moduleConsumers', args)],
    narrowed: pages,
  },
  '/admin/users': {
    ...users,
    rest: () => '/admin/users',
    graphql: (_, args) => [withArgs('users', args)],
    narrowed: [
      ...pages,
      ['q=OWN', 'filter: { search: "OWN" }'],
      ['filter[admin]=true', 'filter: { isSiteAdmin: true }'],
      ['filter[suspended]=true', 'filter: { isSuspended: true }'],
    ],
  },
  '/admin/users/:id': {
    ...users,
    rest: ({ userId }) => `/admin/users/${userId}`,
    graphql: ({ userId }) => [`user(id: "${userId}")`],
  },
  '/account/details': {
    fields: 'id username email isSiteAdmin isAdmin: isSiteAdmin isSuspended isServiceAccount',
    facts: (document) => without(factsOf(document), 'avatarUrl', 'twoFactor'),
    rest: () => '/account/details',
    graphql: () => ['viewer', 'account'],
    isCallers: true,
  },
}
