import DataLoader from 'dataloader'
import type { SeenRecently } from '../domain/engine-sightings/engine-sighting.js'
import type { EngineVersion } from '../domain/engine-versions/engine-version.js'
import type { Verification } from '../domain/engine-versions/verification.js'
import type { AuthenticationToken, TokenOrder } from '../domain/tokens/authentication-token.js'
import type { MembershipFilter, MembershipOrder } from '../domain/teams/organization-membership.js'
import type { AccessCounts, TokenConsequences } from '../domain/tokens/revocation.js'
import type { Team, TeamFilter, TeamOrder } from '../domain/teams/team.js'
import type { User } from '../domain/people/user.js'
import type { UserActivity } from '../domain/accounts/user-details.js'
import type { SharedKind } from '../domain/organizations/shares.js'
import type { Consumer, ConsumerList, RegistryShare } from '../domain/registry-sharing/registry-sharing.js'
import type { Module } from '../domain/registry-modules/registry-module.js'
import type { ModuleContents } from '../domain/registry-modules/module-documents.js'
import type { Organization, OrganizationAccess } from '../domain/organizations/organization.js'
import type { DisableConsequences, AdminOrganization } from '../domain/organizations/admin-organization.js'
import type {
  ProviderFilter,
  ProviderOrder,
  RegistryProvider,
} from '../domain/registry-providers/registry-provider.js'
import type {
  PublishedProviderVersion,
  RegistryProviderVersion,
} from '../domain/registry-providers/registry-provider-version.js'
import type { Quota } from '../domain/quotas/quota.js'
import type { StateComparison, StoredState } from '../domain/states/state-comparison.js'
import type { ModuleVersionUse, StateUse } from '../domain/states/state-use.js'
import type { UsedProvider } from '../domain/states/state-uses.service.js'
import type { WorkspaceFilter, WorkspaceOrder } from '../domain/workspaces/workspace.js'
import type { OperationContext } from '../kernel/context.js'
import type { OrderedPage } from '../kernel/page.js'
import type { GraphqlServices } from './services.js'
import { ListLoader } from './list-loader.js'
import { ShownVersion } from './registry-modules/shown-version.js'

/** Names of tokens that would end or stay, of each token. */
const mostConsequences = 10

/** What an argument is made of; the rest of the file says which list takes which. */
type With<Filter, Field extends string = never> = Filter & { readonly page: OrderedPage<Field> }

interface Identified {
  readonly id: string
}

const idsOf = (things: readonly Identified[]): readonly string[] => [...new Set(things.map(({ id }) => id))]

/** What belongs to the items of a list, of one request: read for all of them together. */
export type Loaders = ReturnType<typeof createLoaders>

export function createLoaders(ctx: OperationContext, services: GraphqlServices) {
  return {
    ...relations(ctx, services),
    ...listsOfOrganizations(ctx, services),
    ...otherLists(ctx, services),
    shownVersion: new ShownVersion(),
    newestEngineVersion: newestEngineVersion(ctx, services),
  }
}

/** One thing for each key; undefined where there is none for the caller. */
function byKey<Key, Value>(
  read: (keys: readonly Key[]) => Promise<(key: Key) => Value>,
): DataLoader<Key, Value> {
  return new DataLoader<Key, Value>(async (keys) => keys.map(await read(keys)), { cache: false })
}

const ofEachKind = <Loader>(make: (kind: SharedKind) => Loader): Record<SharedKind, Loader> => ({
  modules: make('modules'),
  providers: make('providers'),
})

/** Read once for all statuses of one request. */
function newestEngineVersion(
  ctx: OperationContext,
  services: GraphqlServices,
): () => Promise<string | undefined> {
  let newest: Promise<string | undefined> | undefined
  return () => (newest ??= services.engineVersions.newestNumber(ctx))
}

function relations(ctx: OperationContext, services: GraphqlServices) {
  return {
    access: byKey<string, OrganizationAccess | undefined>(async (ids) => {
      const found = await services.organizations.accessMany(ctx, ids, 'organizations:read')
      return (id) => found.get(id)
    }),
    organizations: byKey<string, Organization | undefined>(async (ids) => {
      const found = await services.organizations.findMany(ctx, [...new Set(ids)])
      return (id) => found.find((each) => each.id === id)
    }),
    seenRecently: byKey<string, SeenRecently | undefined>(async (versions) => {
      const seen = await services.engineSightings.seenRecently(ctx, [...new Set(versions)])
      return (version) => seen.get(version)
    }),
    organizationTokens: byKey<string, AuthenticationToken | undefined>(async (ids) => {
      const found = await services.tokens.listOfOrganizations(ctx, ids)
      return (id) => found.get(id)
    }),
    auditTrailTokens: byKey<string, AuthenticationToken | undefined>(async (ids) => {
      const found = await services.tokens.listOfOrganizations(ctx, ids, 'audit-trails')
      return (id) => found.get(id)
    }),
    teamTokens: byKey<Pick<Team, 'id' | 'organizationId'>, AuthenticationToken | undefined>(async (teams) => {
      const found = await services.tokens.listPlainOfTeams(ctx, teams)
      return ({ id }) => found.get(id)
    }),
    quotas: byKey<string, readonly Quota[] | undefined>(async (ids) => {
      const found = await services.organizations.quotasOf(ctx, [...new Set(ids)])
      return (id) => found.get(id)
    }),
    tokenScopes: byKey<AuthenticationToken, readonly string[]>(async (tokens) => {
      const shown = await services.tokens.withShownScopes(ctx, tokens)
      return ({ id }) => shown.find((each) => each.id === id)?.scopes ?? []
    }),
    tokenConsequences: byKey<AuthenticationToken, TokenConsequences | undefined>(async (tokens) => {
      const found = await services.revocations.consequences(ctx, tokens, mostConsequences)
      return ({ id }) => found.get(id)
    }),
    accessCounts: byKey<string, AccessCounts | undefined>(async (ids) => {
      const found = await services.revocations.countAccess(ctx, ids)
      return (id) => found.get(id)
    }),
    userActivity: byKey<string, UserActivity | undefined>(async (ids) => {
      const found = await services.userDetails.activity(ctx, [...new Set(ids)])
      return (id) => found.get(id)
    }),
    owners: byKey<AdminOrganization, readonly User[]>(async (organizations) => {
      const ids = organizations.flatMap(({ ownerIds }) => ownerIds)
      const found = await services.users.findMany(ctx, ids)
      return ({ ownerIds }) => found.filter(({ id }) => ownerIds.includes(id))
    }),
    consequences: byKey<string, DisableConsequences | undefined>(async (ids) => {
      const found = await services.adminOrganizations.consequencesOfDisabling(ctx, ids)
      return (id) => found.get(id)
    }),
    providerVersions: byKey<RegistryProvider, readonly RegistryProviderVersion[]>(async (providers) => {
      const found = await services.providerVersions.listAllOf(ctx, providers)
      return ({ id }) => found.filter(({ providerId }) => providerId === id)
    }),
    sharedVersions: byKey<RegistryProvider, readonly PublishedProviderVersion[]>(async (providers) => {
      const found = await services.sharedProviders.versionsOf(ctx, providers)
      return ({ id }) => found.get(id) ?? []
    }),
    verificationsOf: byKey<Pick<EngineVersion, 'id' | 'archs'>, readonly Verification[]>(async (versions) => {
      const found = await services.engineVersionVerifications.listOf(ctx, versions)
      return ({ id }) => found.get(id) ?? []
    }),
    moduleDownloads: byKey<string, number>(async (ids) => {
      const found = await services.moduleCatalogue.downloads(ctx, ids)
      return (id) => found.get(id) ?? 0
    }),
    moduleMatches: new DataLoader((asked: readonly { readonly module: Module; readonly search: string }[]) =>
      services.moduleCatalogue.matches(ctx, asked),
    ),
    consumerCounts: ofEachKind((kind) =>
      byKey<string, number | undefined>(async (producerIds) => {
        const found = await services.registrySharing.countConsumers(ctx, kind, producerIds)
        return (id) => found.get(id)
      }),
    ),
    shares: ofEachKind((kind) =>
      byKey<string, RegistryShare | undefined>(async (producerIds) => {
        const found = await services.registrySharing.shares(ctx, kind, [...new Set(producerIds)])
        return (id) => found.get(id)
      }),
    ),
    moduleContents: byKey<string, ModuleContents | undefined>(async (ids) => {
      const found = await services.moduleReading.contents(ctx, ids)
      return (id) => found.get(id)
    }),
    stateChanges: byKey<StoredState, StateComparison | undefined>(async (versions) => {
      const found = await services.stateComparisons.listOf(ctx, versions)
      return ({ id }) => found.get(id)
    }),
    stateUses: byKey<string, StateUse | undefined>(async (versions) => {
      const found = await services.stateUses.ofEngineVersions(ctx, [...new Set(versions)])
      return (version) => found.get(version)
    }),
    moduleUses: byKey<string, readonly ModuleVersionUse[] | undefined>(async (ids) => {
      const found = await services.stateUses.ofModules(ctx, [...new Set(ids)])
      return (id) => found.get(id)
    }),
    providerUses: byKey<UsedProvider, number | undefined>(async (providers) => {
      const found = await services.stateUses.ofProviders(ctx, providers)
      return ({ id }) => found.get(id)
    }),
    stateSerials: byKey<string, number | undefined>(async (ids) => {
      const found = await services.stateComparisons.serialsOf(ctx, ids)
      return (id) => found.get(id)
    }),
    teams: byKey<readonly string[], readonly Team[]>(async (teamIds) => {
      const found = await services.memberships.teamsOf(
        ctx,
        teamIds.map((ids) => ({ teamIds: ids })),
      )
      return (ids) => found.filter(({ id }) => ids.includes(id))
    }),
  }
}

function listsOfOrganizations(ctx: OperationContext, services: GraphqlServices) {
  return {
    teamsOf: new ListLoader((of: readonly Identified[], { page, ...filter }: With<TeamFilter, TeamOrder>) =>
      services.teams.listOfMany(ctx, idsOf(of), filter, page),
    ),
    membershipsOf: new ListLoader(
      (of: readonly Identified[], { page, ...filter }: With<MembershipFilter, MembershipOrder>) =>
        services.memberships.listOfMany(ctx, idsOf(of), filter, page),
    ),
    workspacesOf: new ListLoader(
      (of: readonly Identified[], { page, ...filter }: With<WorkspaceFilter, WorkspaceOrder>) =>
        services.workspaces.listOfMany(ctx, idsOf(of), filter, page),
    ),
    providersOf: new ListLoader(
      (of: readonly Identified[], { page, ...filter }: With<ProviderFilter, ProviderOrder>) =>
        services.providers.listOfMany(ctx, idsOf(of), filter, page),
    ),
    gpgKeysOf: new ListLoader((of: readonly Identified[], { page }: With<unknown>) =>
      services.gpgKeys.listOfMany(ctx, idsOf(of), page),
    ),
    modulesOf: new ListLoader((of: readonly Identified[], { page }: With<unknown>) =>
      services.modules.listOfMany(ctx, idsOf(of), page),
    ),
    producersOf: ofEachKind(
      (kind) =>
        new ListLoader((of: readonly Identified[], { page }: With<unknown>) =>
          services.registrySharing.listProducersOfMany(ctx, kind, idsOf(of), page),
        ),
    ),
    consumersOf: ofEachKind(
      (kind) =>
        new ListLoader<Identified, With<unknown>, Consumer, ConsumerList>((of, { page }) =>
          services.registrySharing.listConsumersOfMany(ctx, kind, idsOf(of), page),
        ),
    ),
  }
}

function otherLists(ctx: OperationContext, services: GraphqlServices) {
  return {
    usersOf: new ListLoader((of: readonly Identified[], { page }: With<unknown, WorkspaceOrder>) =>
      services.workspaces.listUsingAny(ctx, idsOf(of), page),
    ),
    sessionsOf: new ListLoader((of: readonly Identified[], { page }: With<unknown>) =>
      services.sessions.listOfUsers(ctx, idsOf(of), page),
    ),
    organizationsOfUsers: new ListLoader((of: readonly Identified[], { page }: With<unknown>) =>
      services.userDetails.organizations(ctx, idsOf(of), page),
    ),
    teamTokensOf: new ListLoader(
      (of: readonly Pick<Team, 'id' | 'organizationId'>[], { page }: With<unknown, TokenOrder>) =>
        services.tokens.listOfTeams(ctx, of, page),
    ),
  }
}
