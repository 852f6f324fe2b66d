export { AccountResolver } from './accounts/account.resolver.js'
export { InvitationsResolver } from './accounts/invitations.resolver.js'
export { SetUpResolver } from './accounts/set-up.resolver.js'
export { UserDetailsResolver, UserOrganizationsResolver } from './accounts/user-details.resolver.js'
export { MemberEmailResolver, UserEmailResolver } from './accounts/users-email.resolver.js'
export { UsersResolver } from './accounts/users.resolver.js'
export { ViewerResolver } from './accounts/viewer.resolver.js'
export { AttentionResolver, ViewerAttentionResolver } from './attention/attention.resolver.js'
export { AuditEventsResolver } from './audit/audit-events.resolver.js'
export { BulkActsResolver } from './bulk-acts/bulk-acts.resolver.js'
export { CiIdentitiesResolver } from './ci-identities/ci-identities.resolver.js'
export { TrustedIssuersResolver } from './ci-identities/trusted-issuers.resolver.js'
export {
  EngineSightingsResolver,
  EngineVersionStatusResolver,
  OrganizationEnginePolicyResolver,
  RunVersionResolver,
} from './engine-sightings/engine-sightings.resolver.js'
export { AvailableEngineVersionsResolver } from './engine-versions/available-engine-versions.resolver.js'
export { EngineConstraintsResolver } from './engine-versions/engine-constraints.resolver.js'
export { EngineVersionVerificationsResolver } from './engine-versions/engine-version-verifications.resolver.js'
export { EngineVersionsActResolver } from './engine-versions/engine-versions-act.resolver.js'
export { EngineVersionsResolver } from './engine-versions/engine-versions.resolver.js'
export { ReleaseFeedResolver } from './engine-versions/release-feed.resolver.js'
export { InboxResolver } from './inbox/inbox.resolver.js'
export { FollowedModulesResolver, RegistryModuleFollowsResolver } from './inbox/module-follows.resolver.js'
export { AdminOrganizationsResolver } from './organizations/admin-organizations.resolver.js'
export { OrganizationsResolver } from './organizations/organizations.resolver.js'
export { EmailAddressesResolver } from './people/email-addresses.resolver.js'
export {
  RegistryModuleFilesResolver,
  RegistryModuleSourcesResolver,
} from './registry-modules/archive-files.resolver.js'
export {
  RegistryModuleCatalogueResolver,
  RegistryModuleFacetsResolver,
} from './registry-modules/module-catalogue.resolver.js'
export {
  RegistryModuleChangelogResolver,
  RegistryModuleComparisonResolver,
  RegistryModuleComparisonsResolver,
} from './registry-modules/module-comparison.resolver.js'
export { RegistryModuleContentsResolver } from './registry-modules/module-contents.resolver.js'
export {
  RegistryModuleDownloadsHistoryResolver,
  RegistryModuleDownloadsResolver,
  RegistryModuleVersionDownloadsResolver,
} from './registry-modules/module-downloads.resolver.js'
export {
  ModuleUpgradesResolver,
  RegistryModuleConsumersResolver,
} from './registry-modules/module-upgrades.resolver.js'
export {
  RegistryModuleFoldersResolver,
  RegistryModuleVersionFoldersResolver,
} from './registry-modules/module-folders.resolver.js'
export { RegistryModuleVersionsResolver } from './registry-modules/registry-module-versions.resolver.js'
export {
  OrganizationModulesResolver,
  RegistryModulesResolver,
} from './registry-modules/registry-modules.resolver.js'
export { SitePublicModulesResolver } from './public-modules/public-modules.resolver.js'
export {
  OrganizationPublicProvidersResolver,
  OrganizationPublicProviderVersionsResolver,
  PublicProviderSettingsResolver,
} from './public-providers/organization-public-providers.resolver.js'
export {
  SitePublicProvidersResolver,
  SitePublicProviderVersionsResolver,
} from './public-providers/public-providers.resolver.js'
export { GpgKeysResolver, OrganizationGpgKeysResolver } from './registry-providers/gpg-keys.resolver.js'
export {
  ProviderDocsChangesResolver,
  ProviderDocsResolver,
  ProviderDocumentationResolver,
} from './registry-providers/provider-docs.resolver.js'
export {
  RegistryProviderDownloadsResolver,
  RegistryProviderVersionDownloadsResolver,
} from './registry-providers/provider-downloads.resolver.js'
export {
  RegistryProviderPlatformsResolver,
  RegistryProviderVersionsResolver,
} from './registry-providers/registry-provider-versions.resolver.js'
export {
  OrganizationProvidersResolver,
  RegistryProvidersResolver,
} from './registry-providers/registry-providers.resolver.js'
export { SharedProvidersResolver } from './registry-providers/shared-providers.resolver.js'
export {
  RegistryModuleNamespacesResolver,
  RegistryModuleSharingResolver,
} from './registry-sharing/registry-sharing.resolver.js'
export { SharingRequestsResolver } from './sharing-requests/sharing-requests.resolver.js'
export { SharingPreviewResolver } from './registry-sharing/sharing-preview.resolver.js'
export { SiteSharingResolver } from './registry-sharing/site-sharing.resolver.js'
export { SearchResolver } from './search/search.resolver.js'
export { SignInResolver } from './sign-in/sign-in.resolver.js'
export { SingleSignOnResolver, UserSignOnResolver } from './sign-in/single-sign-on.resolver.js'
export { TwoFactorResolver, ViewerTwoFactorResolver } from './sign-in/two-factor.resolver.js'
export {
  EngineVersionStateUseResolver,
  ModuleStateUseResolver,
  ProviderStateUseResolver,
} from './states/state-uses.resolver.js'
export { StateVersionsResolver } from './states/state-versions.resolver.js'
export {
  OrganizationMembershipsOfResolver,
  OrganizationMembershipsResolver,
} from './teams/organization-memberships.resolver.js'
export { PendingInvitationsResolver } from './teams/pending-invitations.resolver.js'
export { TeamMembersResolver } from './teams/team-members.resolver.js'
export { OrganizationTeamsResolver, TeamsResolver } from './teams/teams.resolver.js'
export { AuthenticationTokensResolver } from './tokens/authentication-tokens.resolver.js'
export { CliLoginsResolver, CliResolver } from './tokens/cli.resolver.js'
export { TokenConsequencesResolver, UserAccessResolver } from './tokens/revocations.resolver.js'
export { SessionsResolver, UserSessionsResolver } from './tokens/sessions.resolver.js'
export { WebhookDeliveriesResolver } from './webhooks/webhook-deliveries.resolver.js'
export { WebhooksResolver } from './webhooks/webhooks.resolver.js'
export { WorkspaceLocksResolver } from './workspaces/workspace-locks.resolver.js'
export { OrganizationWorkspacesResolver, WorkspacesResolver } from './workspaces/workspaces.resolver.js'
