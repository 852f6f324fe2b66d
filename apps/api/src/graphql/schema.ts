import 'reflect-metadata'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync } from 'type-graphql'
import { DateTimeScalar } from './date-time.js'
import { AccountMutations } from './account.mutations.js'
import { AttentionResolver, ViewerAttentionResolver } from './attention.resolver.js'
import { AuditEventsResolver } from './audit-events.resolver.js'
import { AuthenticationTokensResolver } from './authentication-tokens.resolver.js'
import { CliLoginsResolver } from './cli-logins.resolver.js'
import { CliResolver } from './cli.resolver.js'
import { EmailAddressesResolver } from './email-addresses.resolver.js'
import { EngineConstraintsResolver } from './engine-constraints.resolver.js'
import { EngineVersionsActMutations } from './engine-versions-act.mutations.js'
import { EngineVersionVerificationsResolver } from './engine-version-verifications.resolver.js'
import { EngineVersionsResolver } from './engine-versions.resolver.js'
import { GpgKeysResolver, OrganizationGpgKeysResolver } from './gpg-keys.resolver.js'
import { IdentityResolver } from './identity.resolver.js'
import { InvitationsResolver } from './invitations.resolver.js'
import { OrganizationMembershipsOfResolver, OrganizationMembershipsResolver } from './memberships.resolver.js'
import { OrganizationsMutations } from './organizations.mutations.js'
import { OrganizationsResolver } from './organizations.resolver.js'
import { PendingInvitationsResolver } from './pending-invitations.resolver.js'
import { RegistryModuleVersionsMutations } from './registry-module-versions.mutations.js'
import { RegistryModuleCatalogueResolver } from './registry-module-catalogue.resolver.js'
import { RegistryModuleContentsResolver } from './registry-module-contents.resolver.js'
import {
  RegistryModuleFoldersResolver,
  RegistryModuleVersionFoldersResolver,
} from './registry-module-folders.resolver.js'
import {
  RegistryModuleDownloadsHistoryResolver,
  RegistryModuleDownloadsResolver,
} from './registry-module-downloads.resolver.js'
import {
  RegistryModuleNamespacesResolver,
  RegistryModuleSharingResolver,
} from './registry-module-sharing.resolver.js'
import { RegistryModulesMutations } from './registry-modules.mutations.js'
import { OrganizationModulesResolver, RegistryModulesResolver } from './registry-modules.resolver.js'
import { RegistryProviderVersionsMutations } from './registry-provider-versions.mutations.js'
import {
  RegistryProviderPlatformsResolver,
  RegistryProviderVersionsResolver,
} from './registry-provider-versions.resolver.js'
import { OrganizationProvidersResolver, RegistryProvidersResolver } from './registry-providers.resolver.js'
import { ReleaseFeedResolver } from './release-feed.resolver.js'
import { TokenConsequencesResolver, UserAccessResolver } from './revocations.resolver.js'
import { SessionsResolver, UserSessionsResolver } from './sessions.resolver.js'
import { SharingPreviewResolver } from './sharing-preview.resolver.js'
import { SingleSignOnResolver } from './single-sign-on.resolver.js'
import { SiteOrganizationsMutations } from './site-organizations.mutations.js'
import { SiteOrganizationsResolver } from './site-organizations.resolver.js'
import { TeamsMutations } from './teams.mutations.js'
import { OrganizationTeamsResolver, TeamsResolver } from './teams.resolver.js'
import { MemberEmailResolver, UserEmailResolver } from './users-email.resolver.js'
import { TwoFactorMutations, ViewerTwoFactorResolver } from './two-factor.resolver.js'
import { UsersMutations } from './users.mutations.js'
import { UsersResolver } from './users.resolver.js'
import { ViewerResolver } from './viewer.resolver.js'
import { WorkspacesMutations } from './workspaces.mutations.js'
import { OrganizationWorkspacesResolver, WorkspacesResolver } from './workspaces.resolver.js'

export function buildGraphqlSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [
      AccountMutations,
      AttentionResolver,
      AuditEventsResolver,
      AuthenticationTokensResolver,
      EmailAddressesResolver,
      MemberEmailResolver,
      PendingInvitationsResolver,
      UserEmailResolver,
      CliLoginsResolver,
      CliResolver,
      EngineConstraintsResolver,
      EngineVersionsActMutations,
      EngineVersionVerificationsResolver,
      EngineVersionsResolver,
      GpgKeysResolver,
      IdentityResolver,
      InvitationsResolver,
      OrganizationGpgKeysResolver,
      OrganizationMembershipsOfResolver,
      OrganizationMembershipsResolver,
      OrganizationModulesResolver,
      OrganizationProvidersResolver,
      OrganizationTeamsResolver,
      OrganizationWorkspacesResolver,
      OrganizationsMutations,
      OrganizationsResolver,
      RegistryModuleVersionsMutations,
      RegistryModuleCatalogueResolver,
      RegistryModuleContentsResolver,
      RegistryModuleDownloadsHistoryResolver,
      RegistryModuleDownloadsResolver,
      RegistryModuleFoldersResolver,
      RegistryModuleNamespacesResolver,
      RegistryModuleSharingResolver,
      RegistryModuleVersionFoldersResolver,
      RegistryModulesMutations,
      RegistryModulesResolver,
      RegistryProviderPlatformsResolver,
      RegistryProviderVersionsMutations,
      RegistryProviderVersionsResolver,
      RegistryProvidersResolver,
      ReleaseFeedResolver,
      TokenConsequencesResolver,
      UserAccessResolver,
      SessionsResolver,
      SharingPreviewResolver,
      SingleSignOnResolver,
      SiteOrganizationsMutations,
      SiteOrganizationsResolver,
      TeamsMutations,
      TeamsResolver,
      TwoFactorMutations,
      UserSessionsResolver,
      UsersMutations,
      UsersResolver,
      ViewerAttentionResolver,
      ViewerResolver,
      ViewerTwoFactorResolver,
      WorkspacesMutations,
      WorkspacesResolver,
    ],
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
    // Every input is checked by the services, whose rules apply to all faces.
    validate: false,
  })
}

/** The schema as it is committed in schema.graphql, in an order that changes only with the schema. */
export function printGraphqlSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphqlSchema()))}\n`
}
