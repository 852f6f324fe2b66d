import type { AccountServices } from '../domain/accounts/create-account-services.js'
import type { AttentionItemsService } from '../domain/attention/attention-items.service.js'
import type { AttentionService } from '../domain/attention/attention.service.js'
import type { AuditEventsService } from '../domain/audit/audit-events.service.js'
import type { BulkActsService } from '../domain/bulk-acts/bulk-acts.service.js'
import type { CiIdentityServices } from '../domain/ci-identities/create-ci-identity-services.js'
import type { EngineSightingServices } from '../domain/engine-sightings/create-engine-sighting-services.js'
import type { EngineVersionServices } from '../domain/engine-versions/create-engine-version-services.js'
import type { InboxService } from '../domain/inbox/inbox.service.js'
import type { ModuleFollowsService } from '../domain/inbox/module-follows.service.js'
import type { ModuleUpgradesService } from '../domain/module-upgrades/module-upgrades.service.js'
import type { AdminOrganizationsService } from '../domain/organizations/admin-organizations.service.js'
import type { OrganizationsService } from '../domain/organizations/organizations.service.js'
import type { AdminPublicModulesService } from '../domain/public-modules/admin-public-modules.service.js'
import type { PublicProviderServices } from '../domain/public-providers/create-public-provider-services.js'
import type { ModuleServices } from '../domain/registry-modules/create-module-services.js'
import type { ImportAddress } from '../domain/public-providers/provider-import.js'
import type { ProviderServices } from '../domain/registry-providers/create-provider-services.js'
import type { ProviderFileAddress } from '../domain/registry-providers/provider-files.service.js'
import type { FormerNamesService } from '../domain/registry-sharing/former-names.service.js'
import type { RegistryPartnershipsService } from '../domain/registry-sharing/registry-partnerships.service.js'
import type { RegistrySharingService } from '../domain/registry-sharing/registry-sharing.service.js'
import type { SharingRequestsService } from '../domain/sharing-requests/sharing-requests.service.js'
import type { SearchService } from '../domain/search/search.service.js'
import type { SignInServices } from '../domain/sign-in/create-sign-in-services.js'
import type { StateServices } from '../domain/states/create-state-services.js'
import type { StateFileKind } from '../domain/states/state.js'
import type { TeamServices } from '../domain/teams/create-team-services.js'
import type { TokenServices } from '../domain/tokens/create-token-services.js'
import type { WebhookDeliveriesService } from '../domain/webhooks/webhook-deliveries.service.js'
import type { WebhooksService } from '../domain/webhooks/webhooks.service.js'
import type { StateConsumersService } from '../domain/workspaces/state-consumers.service.js'
import type { WorkspaceScopesService } from '../domain/workspaces/workspace-scopes.service.js'
import type { WorkspaceTagsService } from '../domain/workspaces/workspace-tags.service.js'
import type { WorkspacesService } from '../domain/workspaces/workspaces.service.js'
import type { OperationContext } from '../kernel/context.js'

/** Makes the absolute address to which a file is uploaded, or from which it is downloaded, without a token. */
export type FileLink<File> = (ctx: OperationContext, file: File) => string

/** Makes links for uploading and downloading a state without a token. */
export interface StateLinks {
  upload(ctx: OperationContext, id: string, kind: StateFileKind): string
  download(ctx: OperationContext, id: string, kind: StateFileKind): string
}

export interface ProviderUploadAddress {
  readonly ownerId: string
  readonly kind: ProviderFileAddress['kind'] | 'docs'
}

export interface ProviderFileLinks {
  readonly upload: FileLink<ProviderUploadAddress>
  readonly download: FileLink<ProviderFileAddress>
}

/** The services that REST and GraphQL call, and the addresses of this platform that they need. */
export interface FaceServices
  extends
    TeamServices,
    Omit<TokenServices, 'authentication'>,
    SignInServices,
    AccountServices,
    Omit<CiIdentityServices, 'usedCiTokens'>,
    Omit<EngineVersionServices, 'verificationJobs'>,
    EngineSightingServices,
    ModuleServices,
    ProviderServices,
    Omit<PublicProviderServices, 'providerSync'>,
    StateServices {
  readonly attention: AttentionService
  readonly attentionItems: AttentionItemsService
  readonly auditEvents: AuditEventsService
  readonly bulkActs: BulkActsService
  readonly formerNames: FormerNamesService
  readonly registrySharing: RegistrySharingService
  readonly registryPartnerships: RegistryPartnershipsService
  readonly sharingRequests: SharingRequestsService
  readonly inbox: InboxService
  readonly moduleFollows: ModuleFollowsService
  readonly moduleUpgrades: ModuleUpgradesService
  readonly organizations: OrganizationsService
  readonly adminOrganizations: AdminOrganizationsService
  readonly adminPublicModules: AdminPublicModulesService
  readonly search: SearchService
  readonly webhooks: WebhooksService
  readonly webhookDeliveries: WebhookDeliveriesService
  readonly workspaces: WorkspacesService
  readonly workspaceScopes: WorkspaceScopesService
  readonly workspaceTags: WorkspaceTagsService
  readonly stateConsumers: StateConsumersService
  /** The address and the words of this platform for the engine's own CLI. */
  readonly cli: { readonly publicUrl: string; readonly words: readonly string[] }
  /** Links to the archive of a module's version, by the version's id. */
  readonly uploadLink: FileLink<string>
  /** Links for checking sources before they are published as this version of a module. */
  readonly interfaceCheckLink: FileLink<{ readonly moduleId: string; readonly version: string }>
  readonly stateLinks: StateLinks
  readonly providerLinks: ProviderFileLinks
  /** Links that import a file of a public provider. */
  readonly providerImportLink: FileLink<ImportAddress>
  /** Counts a try of the set-up by GraphQL; those by REST are counted where they are admitted. */
  readonly countSetUpTry: (ctx: OperationContext) => void
}
