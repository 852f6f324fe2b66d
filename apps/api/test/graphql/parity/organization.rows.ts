import { keptOfOrganizations, keptOfTeams, keptOfWorkspaces } from '../../../src/domain/kept-settings.js'
import {
  byId,
  factsOf,
  idIn,
  idsIn,
  inCapitals,
  inLowerCase,
  ofAccount,
  without,
  type Document,
  type Facts,
} from './facts.js'
import { pages, withArgs, type Row } from './row.js'
import type { World } from './world.js'

const here = ({ org }: World): string => `organization(name: "${org}")`

/** The REST attributes of what GraphQL lists as permissions. */
const capabilities: Readonly<Record<string, string>> = {
  canCreateModule: 'MODULES_WRITE',
  canCreateProvider: 'PROVIDERS_WRITE',
  canCreateTeam: 'TEAMS_WRITE',
  canCreateWorkspace: 'WORKSPACES_WRITE',
  canDestroy: 'ORGANIZATIONS_WRITE',
  canManageUsers: 'MEMBERSHIPS_WRITE',
  canTraverse: 'ORGANIZATIONS_READ',
  canUpdateApiToken: 'ORGANIZATION_TOKENS_WRITE',
}

/** Attributes that REST stores for clients that set and compare them. */
const ofClients = [
  ...['collaboratorAuthPolicy', 'samlEnabled', 'defaultExecutionMode', 'allowForceDeleteWorkspaces'],
  ...['speculativePlanManagementEnabled', 'sessionTimeout', 'sessionRemember', 'allowDestroyPlan'],
  ...['fileTriggersEnabled', 'queueAllRuns', 'speculativeEnabled', 'structuredRunOutputEnabled'],
  ...['executionMode', 'canForceDelete', 'operations', 'canLock', 'canUnlock', 'canForceUnlock'],
  ...['canReadStateVersions', 'canCreateStateVersions', 'canReadStateOutputs', 'actions', 'source'],
  ...[keptOfOrganizations, keptOfWorkspaces].flatMap((settings) => Object.keys(settings)),
]

const organizations = {
  fields:
    'externalId: id name email ssoGroups userTokensEnabled enginePolicy publicProviders providerCooldown moduleInterfacePolicy createdAt permissions',
  facts(document: Document): Facts {
    const facts = without(factsOf(document), 'id', ...ofClients)
    const permissions = Object.keys(capabilities).filter((word) => facts[word])
    const names = permissions.map((word) => capabilities[word])
    return { ...without(facts, ...Object.keys(capabilities), 'canUpdate'), permissions: names.sort() }
  },
  shown({ permissions, ...facts }: Facts): Facts {
    const known = Object.values(capabilities)
    const names = (permissions as string[]).filter((name) => known.includes(name)).sort()
    const words = ['enginePolicy', 'publicProviders', 'moduleInterfacePolicy']
    const told = words.reduce(inLowerCase, facts)
    return { ...told, permissions: names }
  },
}

const tokens = {
  fields:
    'id description createdAt lastUsedAt lastUsedAddress expiredAt: expiresAt scopes createdBy { id } teamId',
  facts(document: Document): Facts {
    const id = idIn(document, 'created-by')
    const teamId = document.relationships?.['team'] ? idIn(document, 'team') : null
    const { token: _, ...facts } = factsOf(document)
    return { scopes: [], ...facts, createdBy: id === null ? null : { id }, teamId }
  },
}

const teams = {
  fields: `id name visibility ssoTeamId allowMemberTokenManagement manageProviders manageModules manageWorkspaces readWorkspaces createdAt
    canDestroy: canDelete canUpdateMembership: canUpdate canUpdateOrganizationAccess: canDelete
    canUpdateApiToken: canManageTokens
    members { nodes { id } totalCount } organization { name }`,
  facts(document: Document): Facts {
    const { organizationAccess, usersCount, ...facts } = inCapitals(factsOf(document), 'visibility')
    const rights = without(organizationAccess as Facts, ...Object.keys(keptOfTeams))
    const access = factsOf({ id: '', attributes: rights })
    return {
      ...without(access, 'id'),
      ...facts,
      members: { nodes: idsIn(document, 'users').map((id) => ({ id })), totalCount: usersCount },
      organization: { name: idIn(document, 'organization') },
    }
  },
}

const memberships = {
  fields: 'id status email createdAt user { id } teams { nodes { id } } organization { name }',
  facts(document: Document): Facts {
    // The person behind an invitation has an id of no user, since clients of REST fail without one.
    const { status } = factsOf(document)
    const userId = status === 'invited' ? null : idIn(document, 'user')
    return {
      ...inCapitals(factsOf(document), 'status'),
      user: userId === null ? null : { id: userId },
      teams: { nodes: byId(idsIn(document, 'teams').map((id) => ({ id }))) },
      organization: { name: idIn(document, 'organization') },
    }
  },
  shown({ teams: found, ...facts }: Facts): Facts {
    return { ...facts, teams: { nodes: byId((found as { nodes: { id: string }[] }).nodes) } }
  },
}

const workspaces = {
  fields: `id name engineVersion resolvedEngineVersion engineVersionStatus { enabled deprecated deprecatedReason beta newest }
    description createdAt updatedAt canUpdate canDestroy: canDelete organization { name }
    locked lockedAt lockReason resourceCount tagNames`,
  facts(document: Document): Facts {
    // Its reason stands there by two names, as clients look for it.
    const facts = without(factsOf(document), 'canReadSettings', 'lockedReason', ...ofClients)
    const { id: _, ...engineVersionStatus } = factsOf({
      id: '',
      attributes: facts['engineVersionStatus'] as Facts,
    })
    return { ...facts, engineVersionStatus, organization: { name: idIn(document, 'organization') } }
  },
}

const webhooks = {
  fields: `id name url enabled triggers headerName failingSince disabledReason formerSecretUntil createdAt updatedAt
    organization { name }`,
  facts(document: Document): Facts {
    const name = idIn(document, 'organization')
    return {
      ...without(factsOf(document), 'secret', 'headerValue'),
      organization: name === null ? null : { name },
    }
  },
}

const deliveries = {
  fields: `id trigger: type payload status attempts nextAttemptAt createdAt lastAttemptAt responseStatus responseBody
    problem`,
  facts: (document: Document) => inCapitals(factsOf(document), 'status'),
}

/** Rows of things that members of an organization see. */
export const organizationRows: Readonly<Record<string, Row>> = {
  '/organizations': {
    ...organizations,
    rest: () => '/organizations',
    graphql: (_, args) => ['viewer', withArgs('organizations', args)],
    narrowed: [...pages, ['q=AC', 'search: "AC"']],
    isCallers: true,
  },
  '/organizations/:org': {
    ...organizations,
    rest: ({ org }) => `/organizations/${org}`,
    graphql: (world) => [here(world)],
  },
  '/organizations/:org/entitlement-set': {
    fields: 'id entitlements',
    facts({ id, attributes }) {
      const given = Object.keys(attributes).filter((name) => attributes[name])
      return { id, entitlements: given.map((name) => name.toUpperCase().replaceAll('-', '_')).sort() }
    },
    shown: ({ id, entitlements }) => ({ id, entitlements: [...(entitlements as string[])].sort() }),
    rest: ({ org }) => `/organizations/${org}/entitlement-set`,
    graphql: (world) => [here(world)],
  },
  '/organizations/:org/relationships/module-producers': {
    fields: 'externalId: id name',
    facts: (document) => without(factsOf(document), 'id'),
    rest: ({ org }) => `/organizations/${org}/relationships/module-producers`,
    graphql: (world, args) => [here(world), withArgs('moduleProducers', args)],
    narrowed: pages,
  },
  '/organizations/:org/authentication-token': {
    ...tokens,
    rest: ({ org }) => `/organizations/${org}/authentication-token`,
    graphql: (world) => [here(world), 'token'],
  },
  '/users/:id': {
    fields: 'id username email emailVerified isSiteAdmin isAdmin: isSiteAdmin isSuspended isServiceAccount',
    facts: (document) =>
      without(factsOf(document), 'avatarUrl', 'twoFactor', 'unconfirmedEmail', ...ofAccount),
    // What a colleague is not told REST leaves out.
    shown: (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
    rest: ({ userId }) => `/users/${userId}`,
    graphql: ({ userId }) => [`account(id: "${userId}")`],
  },
  '/users/:id/authentication-tokens': {
    ...tokens,
    rest: (_, { id }) => `/users/${id}/authentication-tokens`,
    graphql: (_, args) => ['viewer', withArgs('tokens', args)],
    narrowed: pages,
    isCallers: true,
  },
  '/authentication-tokens/:id': {
    ...tokens,
    rest: ({ userTokenId }) => `/authentication-tokens/${userTokenId}`,
    graphql: ({ userTokenId }) => [`authenticationToken(id: "${userTokenId}")`],
  },
  '/teams/:id/authentication-tokens': {
    ...tokens,
    rest: ({ teamId }) => `/teams/${teamId}/authentication-tokens`,
    graphql: ({ teamId }, args) => [`team(id: "${teamId}")`, withArgs('tokens', args)],
    narrowed: pages,
  },
  '/teams/:id/authentication-token': {
    ...tokens,
    rest: ({ teamId }) => `/teams/${teamId}/authentication-token`,
    graphql: ({ teamId }) => [`team(id: "${teamId}")`, 'token'],
  },
  '/organizations/:org/team-tokens': {
    ...tokens,
    rest: ({ org }) => `/organizations/${org}/team-tokens`,
    graphql: ({ org }, args) => [`teamTokens(organization: "${org}"${args && `, ${args}`})`],
    narrowed: [
      ...pages,
      ['q=CRE', 'search: "CRE"'],
      ['sort=-expired-at', 'orderBy: { field: EXPIRES_AT, direction: DESC }'],
    ],
  },
  '/organizations/:org/teams': {
    ...teams,
    rest: ({ org }) => `/organizations/${org}/teams`,
    graphql: (world, args) => [here(world), withArgs('teams', args)],
    narrowed: [...pages, ['q=CRE', 'search: "CRE"']],
  },
  '/teams/:id': {
    ...teams,
    rest: ({ teamId }) => `/teams/${teamId}`,
    graphql: ({ teamId }) => [`team(id: "${teamId}")`],
  },
  '/organizations/:org/organization-memberships': {
    ...memberships,
    rest: ({ org }) => `/organizations/${org}/organization-memberships`,
    graphql: (world, args) => [here(world), withArgs('memberships', args)],
    narrowed: [...pages, ['q=MEM', 'search: "MEM"'], ['filter[status]=invited', 'status: INVITED']],
  },
  '/teams/:id/relationships/organization-memberships': {
    ...memberships,
    rest: ({ teamId }) => `/teams/${teamId}/relationships/organization-memberships`,
    graphql: (world, args) => [here(world), `memberships(team: "${world.teamId}" ${args})`],
    narrowed: pages,
  },
  '/organization-memberships/:id': {
    ...memberships,
    rest: ({ membershipId }) => `/organization-memberships/${membershipId}`,
    graphql: ({ membershipId }) => [`organizationMembership(id: "${membershipId}")`],
  },
  '/admin/webhooks': {
    ...webhooks,
    rest: () => '/admin/webhooks',
    graphql: (_, args) => [withArgs('webhooks', args)],
    narrowed: pages,
  },
  '/organizations/:org/webhooks': {
    ...webhooks,
    rest: ({ org }) => `/organizations/${org}/webhooks`,
    graphql: ({ org }, args) => [`webhooks(organization: "${org}" ${args})`],
    narrowed: pages,
  },
  '/webhooks/:id': {
    ...webhooks,
    rest: ({ webhookId }) => `/webhooks/${webhookId}`,
    graphql: ({ webhookId }) => [`webhook(id: "${webhookId}")`],
  },
  '/webhooks/:id/deliveries': {
    ...deliveries,
    rest: ({ webhookId }) => `/webhooks/${webhookId}/deliveries`,
    graphql: ({ webhookId }, args) => [`webhookDeliveries(webhookId: "${webhookId}" ${args})`],
    narrowed: pages,
  },
  '/webhook-deliveries/:id': {
    ...deliveries,
    rest: ({ webhookDeliveryId }) => `/webhook-deliveries/${webhookDeliveryId}`,
    graphql: ({ webhookDeliveryId }) => [`webhookDelivery(id: "${webhookDeliveryId}")`],
  },
  '/organizations/:org/workspaces': {
    ...workspaces,
    rest: ({ org }) => `/organizations/${org}/workspaces`,
    graphql: (world, args) => [here(world), withArgs('workspaces', args)],
    narrowed: pages,
  },
  '/organizations/:org/workspaces/:name': {
    ...workspaces,
    rest: ({ org, workspace }) => `/organizations/${org}/workspaces/${workspace}`,
    graphql: (world) => [here(world), `workspace(name: "${world.workspace}")`],
  },
  '/workspaces/:id': {
    ...workspaces,
    rest: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    graphql: ({ workspaceId }) => [`workspace(id: "${workspaceId}")`],
  },
}
