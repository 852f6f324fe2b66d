import type { AuditEventsService } from '../domain/audit/audit-events.service.js'
import type { EngineSightingsService } from '../domain/engine-sightings/engine-sightings.service.js'
import type { EngineVersionsService } from '../domain/engine-versions/engine-versions.service.js'
import type { AccountServices } from '../domain/accounts/create-account-services.js'
import type { SignInServices } from '../domain/sign-in/create-sign-in-services.js'
import type { TeamServices } from '../domain/teams/create-team-services.js'
import type { TokenServices } from '../domain/tokens/create-token-services.js'
import type { ModuleServices } from '../domain/registry-modules/create-module-services.js'
import type { FormerNamesService } from '../domain/registry-sharing/former-names.service.js'
import type { OrganizationsService } from '../domain/organizations/organizations.service.js'
import type { WebhookDeliveriesService } from '../domain/webhooks/webhook-deliveries.service.js'
import type { WebhooksService } from '../domain/webhooks/webhooks.service.js'
import type { WorkspaceScopesService } from '../domain/workspaces/workspace-scopes.service.js'
import type { StateResourcesService } from '../domain/states/state-resources.service.js'
import type { StateConsumersService } from '../domain/workspaces/state-consumers.service.js'
import type { WorkspaceTagsService } from '../domain/workspaces/workspace-tags.service.js'
import type { WorkspacesService } from '../domain/workspaces/workspaces.service.js'
import type { WorkspaceLocksService } from '../domain/states/workspace-locks.service.js'
import { accountPasswordResource, accountResource, accountUpdateResource } from './accounts/account.routes.js'
import {
  adminOrganizationResource,
  adminOrganizationsResource,
} from './organizations/admin-organizations.routes.js'
import {
  accessRevocationResource,
  adminUserResource,
  adminUsersResource,
  disableTwoFactorResource,
  passwordLinkResource,
  userActionResource,
} from './accounts/admin-users.routes.js'
import { auditEventsResource } from './audit/audit-events.routes.js'
import { auditTrailResource } from './audit/audit-trail.routes.js'
import {
  authenticationTokenResource,
  organizationTeamTokensResource,
  organizationTokenResource,
  teamTokenResource,
  teamTokensResource,
  tokenRevocationResource,
  userTokensResource,
} from './tokens/authentication-tokens.routes.js'
import { engineVersionResource, engineVersionsResource } from './engine-versions/engine-versions.routes.js'
import { invitationResource } from './accounts/invitations.routes.js'
import type { Resource } from './jsonapi/resource.js'
import {
  moduleConsumersResource,
  providerConsumersResource,
  registryPartnershipsResource,
  type SharingFace,
} from './registry-sharing/registry-sharing.routes.js'
import {
  membershipResource,
  membershipsResource,
  ownMembershipsResource,
} from './teams/organization-memberships.routes.js'
import {
  entitlementSetResource,
  moduleProducersResource,
  organizationResource,
  organizationsResource,
} from './organizations/organizations.routes.js'
import {
  deleteModuleVersionResource,
  moduleVersionResource,
  registryModuleVersionsResource,
  shownModuleVersionResource,
  type UploadLink,
} from './registry-modules/registry-module-versions.routes.js'
import {
  deleteModuleResource,
  namedModulesResource,
  registryModuleByIdResource,
  registryModuleResource,
  registryModulesResource,
  adminRegistryModuleResource,
} from './registry-modules/registry-modules.routes.js'
import { pingResource } from './ping.routes.js'
import {
  teamMembershipsResource,
  teamResource,
  teamsResource,
  teamUsersResource,
} from './teams/teams.routes.js'
import {
  registryProviderVersionResource,
  registryProviderVersionsResource,
  registryProviderPlatformResource,
  registryProviderPlatformsResource,
} from './registry-providers/registry-provider-versions.routes.js'
import {
  registryProviderByIdResource,
  registryProviderResource,
  registryProvidersResource,
  type ProviderFace,
} from './registry-providers/registry-providers.routes.js'
import {
  currentOutputsResource,
  currentStateVersionResource,
  stateOutputResource,
  stateVersionOutputsResource,
  stateVersionResource,
  stateVersionsResource,
  workspaceStateVersionsResource,
  type StateFace,
} from './states/state-versions.routes.js'
import { workspaceResourcesResource } from './states/state-resources.routes.js'
import { stateConsumersResource } from './workspaces/state-consumers.routes.js'
import { userResource } from './accounts/users.routes.js'
import { workspaceLockResource } from './workspaces/workspace-locks.routes.js'
import {
  effectiveTagBindingsResource,
  organizationTagsResource,
  tagBindingsResource,
  workspaceTagsResource,
} from './workspaces/workspace-tags.routes.js'
import {
  webhookDeliveriesResource,
  webhookDeliveryResource,
  webhookRedeliveryResource,
  webhookVerificationResource,
} from './webhooks/webhook-deliveries.routes.js'
import { webhookResource, webhookSecretResource, webhooksResource } from './webhooks/webhooks.routes.js'
import {
  workspaceByIdResource,
  workspaceResource,
  workspaceSafeDeleteByIdResource,
  workspaceSafeDeleteResource,
  workspacesResource,
} from './workspaces/workspaces.routes.js'

export interface RestServices
  extends
    TeamServices,
    TokenServices,
    SignInServices,
    AccountServices,
    ModuleServices,
    ProviderFace,
    SharingFace,
    StateFace {
  readonly workspaceLocks: WorkspaceLocksService
  readonly auditEvents: AuditEventsService
  readonly engineSightings: EngineSightingsService
  readonly engineVersions: EngineVersionsService
  readonly formerNames: FormerNamesService
  readonly organizations: OrganizationsService
  readonly uploadLink: UploadLink
  readonly webhooks: WebhooksService
  readonly webhookDeliveries: WebhookDeliveriesService
  readonly workspaces: WorkspacesService
  readonly workspaceScopes: WorkspaceScopesService
  readonly workspaceTags: WorkspaceTagsService
  readonly stateConsumers: StateConsumersService
  readonly stateResources: StateResourcesService
}

export const tokenRevocationPath = '/authentication-tokens/actions/revoke'

/** What `/api/v2` answers without a token. */
export function openRoutes({ invitations, revocations }: RestServices): Readonly<Record<string, Resource>> {
  return {
    '/ping': pingResource(),
    '/invitations/:token': invitationResource(invitations),
    [tokenRevocationPath]: tokenRevocationResource(revocations),
  }
}

/** The table of contents of `/api/v2` for callers with a token: every path, grouped by who calls it. */
export function routes(services: RestServices): Readonly<Record<string, Resource>> {
  const { emailAddresses, engineSightings, engineVersions, organizations } = services
  const { accounts, invitations, memberships, revocations, teams, tokens, twoFactor, users } = services
  const { moduleAccess, modules, moduleVersions, uploadLink } = services
  const { registrySharing, adminOrganizations, webhookDeliveries } = services
  const versions = registryModuleVersionsResource(moduleVersions, moduleAccess, uploadLink)
  const named = '/organizations/:org/registry-modules/private/:namespace/:name'
  const provider = '/organizations/:org/registry-providers/:registry/:namespace/:name'
  const deleted = '/registry-modules/actions/delete/:org/:name'
  return {
    // Site administrators
    '/admin/audit-events': auditEventsResource(services.auditEvents),
    '/admin/engine-versions': engineVersionsResource(engineVersions, engineSightings),
    '/admin/engine-versions/:id': engineVersionResource(engineVersions, engineSightings),
    '/admin/organizations': adminOrganizationsResource(adminOrganizations, users),
    '/admin/organizations/:name': adminOrganizationResource(adminOrganizations, users),
    '/admin/organizations/:name/registry-partnerships': registryPartnershipsResource(services),
    '/admin/organizations/:name/relationships/module-consumers': moduleConsumersResource(services),
    '/admin/organizations/:name/relationships/provider-consumers': providerConsumersResource(services),
    '/admin/registry-modules/:id': adminRegistryModuleResource(modules, organizations),
    '/admin/users': adminUsersResource(users),
    '/admin/users/:id': adminUserResource(users, emailAddresses),
    '/admin/users/:id/actions/suspend': userActionResource(users, 'suspend'),
    '/admin/users/:id/actions/unsuspend': userActionResource(users, 'unsuspend'),
    '/admin/users/:id/actions/grant_admin': userActionResource(users, 'grant_admin'),
    '/admin/users/:id/actions/revoke_admin': userActionResource(users, 'revoke_admin'),
    '/admin/users/:id/actions/disable_two_factor': disableTwoFactorResource(users, twoFactor),
    '/admin/users/:id/actions/password_link': passwordLinkResource(users, invitations),
    '/admin/users/:id/actions/revoke_tokens': accessRevocationResource(users, revocations),
    '/admin/webhooks': webhooksResource(services.webhooks),
    // Every caller with a token
    '/account/details': accountResource(accounts),
    '/account/update': accountUpdateResource(accounts),
    '/account/password': accountPasswordResource(accounts),
    '/authentication-tokens/:id': authenticationTokenResource(tokens),
    '/users/:id': userResource(accounts),
    '/users/:id/authentication-tokens': userTokensResource(tokens),
    '/organizations': organizationsResource(organizations),
    // The audit-trails token of an organization
    '/organization/audit-trail': auditTrailResource(services.auditEvents),
    // Members of an organization
    '/organizations/:org': organizationResource(organizations),
    '/organizations/:org/authentication-token': organizationTokenResource(tokens, organizations),
    '/organizations/:org/organization-memberships': membershipsResource(memberships, organizations),
    '/organization-memberships': ownMembershipsResource(services.memberships),
    '/organization-memberships/:id': membershipResource(memberships),
    '/organizations/:org/team-tokens': organizationTeamTokensResource(tokens, organizations),
    '/organizations/:org/teams': teamsResource(teams, organizations),
    '/teams/:id': teamResource(teams),
    '/teams/:id/relationships/users': teamUsersResource(teams),
    '/teams/:id/relationships/organization-memberships': teamMembershipsResource(teams, memberships),
    '/teams/:id/authentication-token': teamTokenResource(tokens, teams),
    '/teams/:id/authentication-tokens': teamTokensResource(tokens, teams),
    '/organizations/:org/entitlement-set': entitlementSetResource(services.workspaceScopes),
    '/organizations/:org/relationships/module-producers': moduleProducersResource(
      organizations,
      registrySharing,
    ),
    '/organizations/:org/webhooks': webhooksResource(services.webhooks),
    '/webhooks/:id': webhookResource(services.webhooks),
    '/webhooks/:id/actions/verify': webhookVerificationResource(services.webhooks, webhookDeliveries),
    '/webhooks/:id/actions/rotate-secret': webhookSecretResource(services.webhooks),
    '/webhooks/:id/deliveries': webhookDeliveriesResource(services.webhooks, webhookDeliveries),
    '/webhook-deliveries/:id': webhookDeliveryResource(webhookDeliveries),
    '/webhook-deliveries/:id/actions/redeliver': webhookRedeliveryResource(webhookDeliveries),
    '/organizations/:org/workspaces': workspacesResource(services.workspaces, organizations),
    '/organizations/:org/workspaces/:name': workspaceResource(services),
    '/organizations/:org/workspaces/:name/actions/safe-delete': workspaceSafeDeleteResource(
      services.workspaces,
    ),
    '/workspaces/:id': workspaceByIdResource(services),
    '/workspaces/:id/actions/safe-delete': workspaceSafeDeleteByIdResource(services.workspaces),
    '/workspaces/:id/actions/lock': workspaceLockResource(services.workspaceLocks, services, 'lock'),
    '/workspaces/:id/actions/unlock': workspaceLockResource(services.workspaceLocks, services, 'unlock'),
    '/workspaces/:id/actions/force-unlock': workspaceLockResource(
      services.workspaceLocks,
      services,
      'force-unlock',
    ),
    '/organizations/:org/tags': organizationTagsResource(services.workspaceTags, organizations),
    '/workspaces/:id/tag-bindings': tagBindingsResource(services.workspaces, services.workspaceTags),
    '/workspaces/:id/effective-tag-bindings': effectiveTagBindingsResource(services.workspaces),
    '/workspaces/:id/relationships/tags': workspaceTagsResource(services.workspaces, services.workspaceTags),
    '/workspaces/:id/relationships/remote-state-consumers': stateConsumersResource(
      services.workspaces,
      services.stateConsumers,
    ),
    '/workspaces/:id/state-versions': workspaceStateVersionsResource(services),
    '/workspaces/:id/resources': workspaceResourcesResource(services.workspaces, services.stateResources),
    '/workspaces/:id/current-state-version': currentStateVersionResource(services),
    '/workspaces/:id/current-state-version-outputs': currentOutputsResource(services),
    '/state-versions': stateVersionsResource(services),
    '/state-versions/:id': stateVersionResource(services),
    '/state-versions/:id/outputs': stateVersionOutputsResource(services),
    '/state-version-outputs/:id': stateOutputResource(services),
    '/organizations/:org/registry-modules': registryModulesResource(modules, organizations),
    [named]: namedModulesResource('DELETE', modules, moduleAccess),
    [`${named}/:provider`]: registryModuleResource(modules, moduleAccess),
    [`${named}/:provider/version`]: shownModuleVersionResource(moduleAccess),
    [`${named}/:provider/versions`]: versions,
    [`${named}/:provider/:version`]: moduleVersionResource(moduleVersions, moduleAccess),
    '/registry-modules/:id': registryModuleByIdResource(moduleAccess),
    '/organizations/:org/registry-providers': registryProvidersResource(services, organizations),
    [provider]: registryProviderResource(services),
    [`${provider}/versions`]: registryProviderVersionsResource(services),
    [`${provider}/versions/:version`]: registryProviderVersionResource(services),
    [`${provider}/versions/:version/platforms`]: registryProviderPlatformsResource(services),
    [`${provider}/versions/:version/platforms/:os/:arch`]: registryProviderPlatformResource(services),
    '/registry-providers/:id': registryProviderByIdResource(services),
    // The same, as older clients ask
    [deleted]: namedModulesResource('POST', modules, moduleAccess),
    [`${deleted}/:provider`]: deleteModuleResource(modules, moduleAccess),
    [`${deleted}/:provider/:version`]: deleteModuleVersionResource(moduleVersions, moduleAccess),
    '/registry-modules/:org/:name/:provider/versions': versions,
  }
}
