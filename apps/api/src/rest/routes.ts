import type { FaceServices } from '../http/face-services.js'
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
  userIdentityResource,
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
import { ciIdentitiesResource, ciIdentityResource } from './ci-identities/ci-identities.routes.js'
import { tokenExchangePath, tokenExchangeResource } from './ci-identities/token-exchange.routes.js'
import {
  knownIssuersResource,
  trustedIssuerResource,
  trustedIssuersResource,
} from './ci-identities/trusted-issuers.routes.js'
import { engineVersionResource, engineVersionsResource } from './engine-versions/engine-versions.routes.js'
import { invitationResource } from './accounts/invitations.routes.js'
import type { Resource } from './jsonapi/resource.js'
import {
  moduleConsumersResource,
  providerConsumersResource,
  registryPartnershipsResource,
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
import { moduleUpgradesResource, moduleUsersResource } from './registry-modules/module-upgrades.routes.js'
import {
  deleteModuleVersionResource,
  moduleVersionResource,
  registryModuleVersionsResource,
  shownModuleVersionResource,
} from './registry-modules/registry-module-versions.routes.js'
import { moduleComparisonResource } from './registry-modules/module-comparisons.routes.js'
import {
  deleteModuleResource,
  namedModulesResource,
  registryModuleByIdResource,
  registryModuleResource,
  registryModulesResource,
  modulesOfRepositoriesResource,
  modulesOfUnnamedResource,
  adminRegistryModuleResource,
} from './registry-modules/registry-modules.routes.js'
import { pingResource } from './ping.routes.js'
import {
  publicProviderVersionResource,
  publicProviderVersionsResource,
} from './public-providers/public-provider-versions.routes.js'
import {
  approvedOrganizationsResource,
  publicProviderSyncResource,
  publicProviderResource,
  publicProvidersResource,
} from './public-providers/public-providers.routes.js'
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
import { providerDocResource, providerDocsResource } from './registry-providers/provider-docs.routes.js'
import {
  registryProviderByIdResource,
  registryProviderResource,
  registryProvidersResource,
} from './registry-providers/registry-providers.routes.js'
import {
  currentOutputsResource,
  currentStateVersionResource,
  stateOutputResource,
  stateVersionOutputsResource,
  stateVersionResource,
  stateVersionsResource,
  workspaceStateVersionsResource,
} from './states/state-versions.routes.js'
import { workspaceResourcesResource } from './states/state-resources.routes.js'
import {
  projectEffectiveTagBindingsResource,
  projectResource,
  projectsResource,
  projectTagBindingsResource,
  projectWorkspacesResource,
} from './workspaces/projects.routes.js'
import { teamProjectsResource, teamWorkspacesResource } from './workspaces/team-rights.routes.js'
import {
  organizationRunsResource,
  runsResource,
  workspaceRunsResource,
  workspaceVariablesResource,
} from './workspaces/runs-and-variables.routes.js'
import { stateConsumersResource } from './workspaces/state-consumers.routes.js'
import { userResource } from './accounts/users.routes.js'
import { workspaceLockResource } from './workspaces/workspace-locks.routes.js'
import {
  effectiveTagBindingsResource,
  organizationTagsResource,
  tagBindingsResource,
  taggedWorkspacesResource,
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
  workspaceSshKeyResource,
  workspaceSafeDeleteResource,
  workspacesResource,
} from './workspaces/workspaces.routes.js'

export const tokenRevocationPath = '/authentication-tokens/actions/revoke'

/** Routes below `/api/v2` that need no token. */
export function openRoutes(services: FaceServices): Readonly<Record<string, Resource>> {
  return {
    '/ping': pingResource(),
    '/invitations/:token': invitationResource(services),
    [tokenRevocationPath]: tokenRevocationResource(services),
    [tokenExchangePath]: tokenExchangeResource(services),
  }
}

/** The table of contents of `/api/v2` for callers with a token: every path, grouped by who calls it. */
export function routes(services: FaceServices): Readonly<Record<string, Resource>> {
  const versions = registryModuleVersionsResource(services)
  const named = '/organizations/:org/registry-modules/private/:namespace/:name'
  const provider = '/organizations/:org/registry-providers/:registry/:namespace/:name'
  const deleted = '/registry-modules/actions/delete/:org/:name'
  return {
    // Site administrators
    '/admin/audit-events': auditEventsResource(services),
    '/admin/engine-versions': engineVersionsResource(services),
    '/admin/engine-versions/:id': engineVersionResource(services),
    '/admin/organizations': adminOrganizationsResource(services),
    '/admin/organizations/:name': adminOrganizationResource(services),
    '/admin/organizations/:name/registry-partnerships': registryPartnershipsResource(services),
    '/admin/organizations/:name/relationships/module-consumers': moduleConsumersResource(services),
    '/admin/organizations/:name/relationships/provider-consumers': providerConsumersResource(services),
    '/admin/public-providers': publicProvidersResource(services),
    '/admin/public-providers/:id': publicProviderResource(services),
    '/admin/public-providers/:id/actions/look': publicProviderSyncResource(services),
    '/admin/public-providers/:id/relationships/organizations': approvedOrganizationsResource(services),
    '/admin/public-providers/:id/versions': publicProviderVersionsResource(services),
    '/admin/public-provider-versions/:id': publicProviderVersionResource(services),
    '/admin/registry-modules/:id': adminRegistryModuleResource(services),
    '/admin/users': adminUsersResource(services),
    '/admin/users/:id': adminUserResource(services),
    '/admin/users/:id/identity': userIdentityResource(services),
    '/admin/users/:id/actions/suspend': userActionResource(services, 'suspend'),
    '/admin/users/:id/actions/unsuspend': userActionResource(services, 'unsuspend'),
    '/admin/users/:id/actions/grant_admin': userActionResource(services, 'grant_admin'),
    '/admin/users/:id/actions/revoke_admin': userActionResource(services, 'revoke_admin'),
    '/admin/users/:id/actions/disable_two_factor': disableTwoFactorResource(services),
    '/admin/users/:id/actions/password_link': passwordLinkResource(services),
    '/admin/users/:id/actions/revoke_tokens': accessRevocationResource(services),
    '/admin/trusted-issuers': trustedIssuersResource(services),
    '/admin/trusted-issuers/:id': trustedIssuerResource(services),
    '/admin/webhooks': webhooksResource(services),
    // Every caller with a token
    '/account/details': accountResource(services),
    '/account/update': accountUpdateResource(services),
    '/account/password': accountPasswordResource(services),
    '/authentication-tokens/:id': authenticationTokenResource(services),
    '/users/:id': userResource(services),
    '/users/:id/authentication-tokens': userTokensResource(services),
    '/organizations': organizationsResource(services),
    // The audit-trails token of an organization
    '/organization/audit-trail': auditTrailResource(services),
    // Members of an organization
    '/organizations/:org': organizationResource(services),
    '/organizations/:org/authentication-token': organizationTokenResource(services),
    '/organizations/:org/organization-memberships': membershipsResource(services),
    '/organization-memberships': ownMembershipsResource(services),
    '/organization-memberships/:id': membershipResource(services),
    '/organizations/:org/team-tokens': organizationTeamTokensResource(services),
    '/organizations/:org/teams': teamsResource(services),
    '/teams/:id': teamResource(services),
    '/teams/:id/relationships/users': teamUsersResource(services),
    '/teams/:id/relationships/organization-memberships': teamMembershipsResource(services),
    '/teams/:id/authentication-token': teamTokenResource(services),
    '/teams/:id/authentication-tokens': teamTokensResource(services),
    '/organizations/:org/entitlement-set': entitlementSetResource(services),
    '/organizations/:org/relationships/module-producers': moduleProducersResource(services),
    '/organizations/:org/ci-identities': ciIdentitiesResource(services),
    '/organizations/:org/trusted-issuers': knownIssuersResource(services),
    '/ci-identities/:id': ciIdentityResource(services),
    '/organizations/:org/webhooks': webhooksResource(services),
    '/webhooks/:id': webhookResource(services),
    '/webhooks/:id/actions/verify': webhookVerificationResource(services),
    '/webhooks/:id/actions/rotate-secret': webhookSecretResource(services),
    '/webhooks/:id/deliveries': webhookDeliveriesResource(services),
    '/webhook-deliveries/:id': webhookDeliveryResource(services),
    '/webhook-deliveries/:id/actions/redeliver': webhookRedeliveryResource(services),
    '/organizations/:org/workspaces': workspacesResource(services),
    '/organizations/:org/workspaces/:name': workspaceResource(services),
    '/organizations/:org/workspaces/:name/actions/safe-delete': workspaceSafeDeleteResource(services),
    '/workspaces/:id': workspaceByIdResource(services),
    '/workspaces/:id/actions/safe-delete': workspaceSafeDeleteByIdResource(services),
    '/workspaces/:id/relationships/ssh-key': workspaceSshKeyResource(services),
    '/workspaces/:id/actions/lock': workspaceLockResource(services, 'lock'),
    '/workspaces/:id/actions/unlock': workspaceLockResource(services, 'unlock'),
    '/workspaces/:id/actions/force-unlock': workspaceLockResource(services, 'force-unlock'),
    '/organizations/:org/projects': projectsResource(services),
    '/projects/:id': projectResource(services),
    '/projects/:id/tag-bindings': projectTagBindingsResource(services),
    '/projects/:id/effective-tag-bindings': projectEffectiveTagBindingsResource(services),
    '/projects/:id/relationships/workspaces': projectWorkspacesResource(services),
    '/team-projects': teamProjectsResource(),
    '/team-workspaces': teamWorkspacesResource(),
    '/organizations/:org/runs': organizationRunsResource(services),
    '/runs': runsResource(),
    '/workspaces/:id/runs': workspaceRunsResource(services),
    '/workspaces/:id/vars': workspaceVariablesResource(services),
    '/organizations/:org/tags': organizationTagsResource(services),
    '/tags/:id/relationships/workspaces': taggedWorkspacesResource(services),
    '/workspaces/:id/tag-bindings': tagBindingsResource(services),
    '/workspaces/:id/effective-tag-bindings': effectiveTagBindingsResource(services),
    '/workspaces/:id/relationships/tags': workspaceTagsResource(services),
    '/workspaces/:id/relationships/remote-state-consumers': stateConsumersResource(services),
    '/workspaces/:id/state-versions': workspaceStateVersionsResource(services),
    '/workspaces/:id/resources': workspaceResourcesResource(services),
    '/workspaces/:id/current-state-version': currentStateVersionResource(services),
    '/workspaces/:id/current-state-version-outputs': currentOutputsResource(services),
    '/state-versions': stateVersionsResource(services),
    '/state-versions/:id': stateVersionResource(services),
    '/state-versions/:id/outputs': stateVersionOutputsResource(services),
    '/state-version-outputs/:id': stateOutputResource(services),
    '/organizations/:org/registry-modules': registryModulesResource(services),
    '/organizations/:org/registry-modules/vcs': modulesOfRepositoriesResource(services),
    '/registry-modules': modulesOfUnnamedResource(),
    '/organizations/:org/module-upgrades': moduleUpgradesResource(services),
    [named]: namedModulesResource(services, 'DELETE'),
    [`${named}/:provider`]: registryModuleResource(services),
    [`${named}/:provider/consumers`]: moduleUsersResource(services),
    [`${named}/:provider/version`]: shownModuleVersionResource(services),
    [`${named}/:provider/comparison`]: moduleComparisonResource(services),
    [`${named}/:provider/versions`]: versions,
    [`${named}/:provider/:version`]: moduleVersionResource(services),
    '/registry-modules/:id': registryModuleByIdResource(services),
    '/organizations/:org/registry-providers': registryProvidersResource(services),
    [provider]: registryProviderResource(services),
    [`${provider}/versions`]: registryProviderVersionsResource(services),
    [`${provider}/versions/:version`]: registryProviderVersionResource(services),
    [`${provider}/versions/:version/docs`]: providerDocsResource(services),
    [`${provider}/versions/:version/platforms`]: registryProviderPlatformsResource(services),
    [`${provider}/versions/:version/platforms/:os/:arch`]: registryProviderPlatformResource(services),
    '/provider-docs/:id': providerDocResource(services),
    '/registry-providers/:id': registryProviderByIdResource(services),
    // The same, as older clients ask
    [deleted]: namedModulesResource(services, 'POST'),
    [`${deleted}/:provider`]: deleteModuleResource(services),
    [`${deleted}/:provider/:version`]: deleteModuleVersionResource(services),
    '/registry-modules/:org/:name/:provider/versions': versions,
    '/workspaces/:id/relationships/remote_state_consumers': stateConsumersResource(services),
  }
}
