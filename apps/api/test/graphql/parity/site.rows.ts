import { factsOf, idsIn, inLowerCase, ofAccount, without, type Document, type Facts } from './facts.js'
import { pages, withArgs, type Row } from './row.js'

const engineVersions = {
  fields: `id version url sha official enabled beta deprecated deprecatedReason endOfLife { date reason } usage createdAt
    archs { url sha os arch } seenRecently { tokens }`,
  facts: factsOf,
  shown: ({ seenRecently, ...facts }: Facts): Facts => ({
    ...facts,
    seenRecently: (seenRecently as { readonly tokens: number }).tokens,
  }),
}

const organizations = {
  fields: `externalId: id name notificationEmail: email accessBetaTools globalModuleSharing globalProviderSharing isDisabled
    workspaceLimit applyTimeout planTimeout engineWorkerSudoEnabled: workerSudoEnabled enginePolicy publicProviders providerCooldown ssoGroups createdAt
    owners { id }`,
  facts(document: Document): Facts {
    // Twins of other attributes, and one that is always the same.
    const left = ['id', 'ssoEnabled', 'engineBuildWorkerApplyTimeout', 'engineBuildWorkerPlanTimeout']
    return { ...without(factsOf(document), ...left), owners: idsIn(document, 'owners').map((id) => ({ id })) }
  },
  shown: (facts: Facts): Facts => inLowerCase(inLowerCase(facts, 'enginePolicy'), 'publicProviders'),
}

const publicProviders = {
  fields: `id origin namespace name approvedForAll counts { newestAvailable heldCount: held alteredCount: altered listedByCount: listedBy }
    firstSeenAt lookedAt lookError wanted { organization count lastAt }`,
  facts(document: Document): Facts {
    const { wanted, ...facts } = factsOf(document)
    const asked = (wanted as Facts[]).map((attributes) => without(factsOf({ id: '', attributes }), 'id'))
    return { ...facts, wanted: asked }
  },
  shown: ({ counts, ...facts }: Facts): Facts => ({ ...facts, ...(counts as Facts) }),
}

const publicVersions = {
  fields: `id version status heldUntil decision reason firstSeenAt publishedAt keyId newKey goneFromOrigin
    platforms { os arch filename shasum h1 size }`,
  facts(document: Document): Facts {
    // Files are kept here from the next step on.
    const { imported: _, platforms, ...facts } = factsOf(document)
    return { ...facts, platforms: (platforms as Facts[]).map((each) => without(each, 'stored')) }
  },
  shown: (facts: Facts): Facts => inLowerCase(inLowerCase(facts, 'status'), 'decision'),
}

const users = {
  fields: 'id username email emailVerified isSiteAdmin isAdmin: isSiteAdmin suspendedAt twoFactorEnabledAt',
  facts: (document: Document): Facts =>
    without(factsOf(document), 'avatarUrl', 'isServiceAccount', ...ofAccount),
  shown({ suspendedAt, twoFactorEnabledAt, ...facts }: Facts): Facts {
    const isTwoFactor = twoFactorEnabledAt !== null
    const twoFactor = { enabled: isTwoFactor, verified: isTwoFactor }
    return { ...facts, isSuspended: suspendedAt !== null, twoFactor }
  },
}

const auditEvents = {
  fields: `id at action actor { type id name } target { type id name } organization { id name } tokenId face
    address requestId administratorOverride before after reason`,
  facts: factsOf,
  shown({ actor, target, organization, ...facts }: Facts): Facts {
    const within = organization ?? { id: null, name: null }
    const spelled = {
      ...prefixed('actor', actor),
      ...prefixed('target', target),
      ...prefixed('organization', within),
    }
    const words = {
      actorType: String(spelled['actorType']).toLowerCase(),
      face: String(facts['face']).toLowerCase(),
    }
    return { ...facts, ...spelled, ...words }
  },
}

/** `{ id, name }` of an actor as `actorId` and `actorName`. */
const prefixed = (prefix: string, facts: unknown): Facts =>
  Object.fromEntries(
    Object.entries(facts as Facts).map(([key, value]) => [
      `${prefix}${key.replace(/^./, (c) => c.toUpperCase())}`,
      value,
    ]),
  )

/** Rows that site administrators see, and every user of themselves. */
export const siteRows: Readonly<Record<string, Row>> = {
  '/admin/audit-events': {
    ...auditEvents,
    rest: () => '/admin/audit-events',
    graphql: (_, args) => [withArgs('auditEvents', args)],
    narrowed: [
      ...pages,
      ['q=TEAM', 'filter: { search: "TEAM" }'],
      ['sort=at', 'orderBy: { field: AT, direction: ASC }'],
      ['filter[action]=team.create', 'filter: { action: "team.create" }'],
      ['filter[actor]=Owner', 'filter: { actor: "Owner" }'],
      ['filter[target-type]=workspace', 'filter: { targetType: "workspace" }'],
      ['filter[target]=network', 'filter: { target: "network" }'],
      ['filter[organization]=ACME', 'filter: { organization: "ACME" }'],
      ['filter[administrator-override]=true', 'filter: { administratorOverride: true }'],
      ['filter[request-id]=maker', 'filter: { requestId: "maker" }'],
      ['filter[until]=2100-01-01', 'filter: { until: "2100-01-02T00:00:00Z" }'],
      ['filter[from]=2100-01-01', 'filter: { from: "2100-01-01T00:00:00Z" }'],
    ],
  },
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
  '/admin/organizations/:name/relationships/provider-consumers': {
    ...organizations,
    rest: ({ org }) => `/admin/organizations/${org}/relationships/provider-consumers`,
    graphql: ({ org }, args) => [`siteOrganization(name: "${org}")`, withArgs('providerConsumers', args)],
    narrowed: pages,
  },
  '/admin/public-providers': {
    ...publicProviders,
    rest: () => '/admin/public-providers',
    graphql: (_, args) => [withArgs('sitePublicProviders', args)],
    narrowed: [
      ...pages,
      ['q=CLO', 'filter: { search: "CLO" }'],
      ['filter[status]=blocked', 'filter: { status: BLOCKED }'],
      ['filter[status]=wanted', 'filter: { status: WANTED }'],
    ],
  },
  '/admin/public-providers/:id': {
    ...publicProviders,
    rest: ({ publicProviderId }) => `/admin/public-providers/${publicProviderId}`,
    graphql: ({ publicProviderId }) => [`sitePublicProvider(id: "${publicProviderId}")`],
  },
  '/admin/public-providers/:id/versions': {
    ...publicVersions,
    rest: ({ publicProviderId }) => `/admin/public-providers/${publicProviderId}/versions`,
    graphql: ({ publicProviderId }, args) => [
      `sitePublicProvider(id: "${publicProviderId}")`,
      withArgs('versions', args),
    ],
    narrowed: pages,
  },
  '/admin/public-providers/:id/relationships/organizations': {
    fields: 'id: name',
    facts: ({ id }) => ({ id }),
    rest: ({ publicProviderId }) => `/admin/public-providers/${publicProviderId}/relationships/organizations`,
    graphql: ({ publicProviderId }, args) => [
      `sitePublicProvider(id: "${publicProviderId}")`,
      withArgs('approvedOrganizations', args),
    ],
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
    fields:
      'id username email emailVerified unconfirmedEmail isSiteAdmin isAdmin: isSiteAdmin isSuspended isServiceAccount',
    facts: (document) => without(factsOf(document), 'avatarUrl', 'twoFactor', ...ofAccount),
    rest: () => '/account/details',
    graphql: () => ['viewer', 'account'],
    isCallers: true,
  },
}
