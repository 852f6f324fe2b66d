import 'reflect-metadata'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync } from 'type-graphql'
import { DateTimeScalar } from './date-time.js'
import { AccountResolver } from './accounts/account.resolver.js'
import { AttentionResolver, ViewerAttentionResolver } from './attention/attention.resolver.js'
import { AuditEventsResolver } from './audit/audit-events.resolver.js'
import { AuthenticationTokensResolver } from './tokens/authentication-tokens.resolver.js'
import { CliLoginsResolver } from './tokens/cli-logins.resolver.js'
import { CliResolver } from './tokens/cli.resolver.js'
import { EmailAddressesResolver } from './people/email-addresses.resolver.js'
import { AvailableEngineVersionsResolver } from './engine-versions/available-engine-versions.resolver.js'
import {
  EngineSightingsResolver,
  EngineVersionStatusResolver,
  OrganizationEnginePolicyResolver,
} from './engine-sightings/engine-sightings.resolver.js'
import { EngineConstraintsResolver } from './engine-versions/engine-constraints.resolver.js'
import { EngineVersionsActResolver } from './engine-versions/engine-versions-act.resolver.js'
import { EngineVersionVerificationsResolver } from './engine-versions/engine-version-verifications.resolver.js'
import { EngineVersionsResolver } from './engine-versions/engine-versions.resolver.js'
import { GpgKeysResolver, OrganizationGpgKeysResolver } from './registry-providers/gpg-keys.resolver.js'
import { SetUpResolver } from './accounts/set-up.resolver.js'
import { SignInResolver } from './sign-in/sign-in.resolver.js'
import { InvitationsResolver } from './accounts/invitations.resolver.js'
import {
  OrganizationMembershipsOfResolver,
  OrganizationMembershipsResolver,
} from './teams/organization-memberships.resolver.js'
import { OrganizationsResolver } from './organizations/organizations.resolver.js'
import { PendingInvitationsResolver } from './teams/pending-invitations.resolver.js'
import { RegistryModuleVersionsResolver } from './registry-modules/registry-module-versions.resolver.js'
import { RegistryModuleCatalogueResolver } from './registry-modules/module-catalogue.resolver.js'
import {
  RegistryModuleFilesResolver,
  RegistryModuleSourcesResolver,
} from './registry-modules/archive-files.resolver.js'
import { RegistryModuleContentsResolver } from './registry-modules/module-contents.resolver.js'
import {
  RegistryModuleComparisonResolver,
  RegistryModuleComparisonsResolver,
} from './registry-modules/module-comparison.resolver.js'
import {
  RegistryModuleFoldersResolver,
  RegistryModuleVersionFoldersResolver,
} from './registry-modules/module-folders.resolver.js'
import {
  RegistryModuleDownloadsHistoryResolver,
  RegistryModuleDownloadsResolver,
} from './registry-modules/module-downloads.resolver.js'
import {
  RegistryModuleNamespacesResolver,
  RegistryModuleSharingResolver,
} from './registry-sharing/registry-sharing.resolver.js'
import {
  OrganizationModulesResolver,
  RegistryModulesResolver,
} from './registry-modules/registry-modules.resolver.js'
import {
  RegistryProviderPlatformsResolver,
  RegistryProviderVersionsResolver,
} from './registry-providers/registry-provider-versions.resolver.js'
import {
  OrganizationProvidersResolver,
  RegistryProvidersResolver,
} from './registry-providers/registry-providers.resolver.js'
import { ReleaseFeedResolver } from './engine-versions/release-feed.resolver.js'
import { SearchResolver } from './search/search.resolver.js'
import { UserDetailsResolver, UserOrganizationsResolver } from './accounts/user-details.resolver.js'
import { TokenConsequencesResolver, UserAccessResolver } from './tokens/revocations.resolver.js'
import { SessionsResolver, UserSessionsResolver } from './tokens/sessions.resolver.js'
import { SharingPreviewResolver } from './registry-sharing/sharing-preview.resolver.js'
import { SharedProvidersResolver } from './registry-providers/shared-providers.resolver.js'
import { SiteSharingResolver } from './registry-sharing/site-sharing.resolver.js'
import { SingleSignOnResolver } from './sign-in/single-sign-on.resolver.js'
import { AdminOrganizationsResolver } from './organizations/admin-organizations.resolver.js'
import { TeamMembersResolver } from './teams/team-members.resolver.js'
import { OrganizationTeamsResolver, TeamsResolver } from './teams/teams.resolver.js'
import { MemberEmailResolver, UserEmailResolver } from './accounts/users-email.resolver.js'
import { TwoFactorResolver, ViewerTwoFactorResolver } from './sign-in/two-factor.resolver.js'
import { UsersResolver } from './accounts/users.resolver.js'
import { ViewerResolver } from './accounts/viewer.resolver.js'
import {
  EngineVersionStateUseResolver,
  ModuleStateUseResolver,
  ProviderStateUseResolver,
} from './states/state-uses.resolver.js'
import { StateVersionsResolver } from './states/state-versions.resolver.js'
import { WebhookDeliveriesResolver } from './webhooks/webhook-deliveries.resolver.js'
import { WebhooksResolver } from './webhooks/webhooks.resolver.js'
import { WorkspaceLocksResolver } from './workspaces/workspace-locks.resolver.js'
import { OrganizationWorkspacesResolver, WorkspacesResolver } from './workspaces/workspaces.resolver.js'

export function buildGraphqlSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [
      AccountResolver,
      AttentionResolver,
      AuditEventsResolver,
      AuthenticationTokensResolver,
      EmailAddressesResolver,
      MemberEmailResolver,
      PendingInvitationsResolver,
      UserEmailResolver,
      CliLoginsResolver,
      CliResolver,
      AvailableEngineVersionsResolver,
      EngineSightingsResolver,
      EngineVersionStatusResolver,
      OrganizationEnginePolicyResolver,
      EngineConstraintsResolver,
      EngineVersionsActResolver,
      EngineVersionVerificationsResolver,
      EngineVersionsResolver,
      GpgKeysResolver,
      SetUpResolver,
      SignInResolver,
      InvitationsResolver,
      OrganizationGpgKeysResolver,
      OrganizationMembershipsOfResolver,
      OrganizationMembershipsResolver,
      OrganizationModulesResolver,
      OrganizationProvidersResolver,
      OrganizationTeamsResolver,
      OrganizationWorkspacesResolver,
      OrganizationsResolver,
      RegistryModuleVersionsResolver,
      RegistryModuleCatalogueResolver,
      RegistryModuleComparisonResolver,
      RegistryModuleComparisonsResolver,
      RegistryModuleContentsResolver,
      RegistryModuleFilesResolver,
      RegistryModuleSourcesResolver,
      RegistryModuleDownloadsHistoryResolver,
      RegistryModuleDownloadsResolver,
      RegistryModuleFoldersResolver,
      RegistryModuleNamespacesResolver,
      RegistryModuleSharingResolver,
      RegistryModuleVersionFoldersResolver,
      RegistryModulesResolver,
      RegistryProviderPlatformsResolver,
      RegistryProviderVersionsResolver,
      RegistryProvidersResolver,
      ReleaseFeedResolver,
      SearchResolver,
      TokenConsequencesResolver,
      UserAccessResolver,
      UserDetailsResolver,
      UserOrganizationsResolver,
      SessionsResolver,
      SharingPreviewResolver,
      SharedProvidersResolver,
      SiteSharingResolver,
      SingleSignOnResolver,
      EngineVersionStateUseResolver,
      ModuleStateUseResolver,
      ProviderStateUseResolver,
      StateVersionsResolver,
      AdminOrganizationsResolver,
      TeamMembersResolver,
      TeamsResolver,
      TwoFactorResolver,
      UserSessionsResolver,
      UsersResolver,
      ViewerAttentionResolver,
      ViewerResolver,
      ViewerTwoFactorResolver,
      WebhookDeliveriesResolver,
      WebhooksResolver,
      WorkspaceLocksResolver,
      WorkspacesResolver,
    ],
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
    // The services check every input, by rules that apply to all faces.
    validate: false,
  })
}

/** Prints the schema as it is committed in schema.graphql, in an order that changes only with the schema. */
export function printGraphqlSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphqlSchema()))}\n`
}
