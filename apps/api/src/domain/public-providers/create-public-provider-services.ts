import { setImmediate } from 'node:timers/promises'
import type { ReadSigningKey, VerifySignature } from '@engine/provider-source/signatures'
import pLimit from 'p-limit'
import type { OperationContext } from '../../kernel/context.js'
import type { Clock } from '../../kernel/clock.js'
import type { Invalidations } from '../../kernel/invalidation.js'
import type { Log } from '../../kernel/log.js'
import type { Outbound } from '../../kernel/outbound.js'
import type { Storage } from '../../kernel/storage.js'
import type { StorageReserve } from '../../kernel/storage-reserve.js'
import { createOriginFiles } from '../origin-files/create-origin-file-services.js'
import { OriginDownloads } from '../origin-files/origin-downloads.js'
import type { SharedParts } from '../shared-parts.js'
import type { WebhookEvent } from '../webhooks/webhook-event.js'
import { AdminPublicProvidersService } from './admin-public-providers.service.js'
import { DeliverableProvidersService } from './deliverable-providers.service.js'
import { OrganizationPublicProvidersService } from './organization-public-providers.service.js'
import { ProviderImportsService } from './provider-imports.service.js'
import { ProviderSync } from './provider-sync.js'
import { ProviderOrigins, type ProviderOrigin, type ReadOriginDocuments } from './provider-origins.js'
import { PublicProviderPoliciesStore } from './public-provider-policies.store.js'
import { PublicProviderUsesService } from './public-provider-uses.service.js'
import { PublicProviderUsesStore } from './public-provider-uses.store.js'
import {
  heldUntil,
  publicVersionSubject,
  type FirstRequest,
  type PublicProvider,
  type PublicProviderAddress,
  type PublicProviderVersion,
} from './public-provider.js'
import type { SitePolicy } from './public-providers-policy.js'
import { PublicProviderFilesService } from './public-provider-files.service.js'
import { PublicProviderListingsStore } from './public-provider-listings.store.js'
import { PublicProviderPlatformsStore } from './public-provider-platforms.store.js'
import { PublicProviderVersionsStore } from './public-provider-versions.store.js'
import { PublicProvidersStore } from './public-providers.store.js'

export interface PublicProviderInfrastructure extends Pick<
  SharedParts,
  'database' | 'transactions' | 'audit' | 'organizations'
> {
  readonly storage: Storage
  readonly storageReserve: StorageReserve
  /** The setting `PROVIDER_FILES`. */
  readonly storesFiles: boolean
  /** The limit of all stored files of origins, and of one file, in bytes. */
  readonly storeLimit: number
  readonly fileLimit: number
  /** The origins, that of the public registry first, if there is one. */
  readonly providerOrigins: readonly ProviderOrigin[]
  readonly outbound: Outbound
  readonly registryDocuments: ReadOriginDocuments
  readonly invalidations: Invalidations
  readonly clock: Clock
  readonly log: Log
  readonly emit: (tx: OperationContext, events: readonly WebhookEvent[]) => Promise<void>
  readonly verifySignature: VerifySignature
  readonly readSigningKey: ReadSigningKey
  readonly site: SitePolicy
  /** The host of the public registry, to whose providers organizations point; empty where there is none. */
  readonly mainOrigin: string
  /** The interval of the watch in milliseconds; 0: providers are synced only when they are used. */
  readonly watch: number
  readonly consoleUrl: string
}

export type PublicProviderServices = ReturnType<typeof createPublicProviderServices>

/** Creates the services of the area. */
export function createPublicProviderServices(infrastructure: PublicProviderInfrastructure) {
  const { database, transactions, audit, emit, site, mainOrigin, watch, consoleUrl } = infrastructure
  const rows = new PublicProvidersStore(database, { ...site, mainOrigin })
  const versions = new PublicProviderVersionsStore(database)
  const platforms = new PublicProviderPlatformsStore(database)
  const usesStore = new PublicProviderUsesStore(database)
  const origins = new ProviderOrigins(
    infrastructure.providerOrigins,
    new OriginDownloads(infrastructure.outbound, infrastructure.log, 'provider-origins'),
    infrastructure.registryDocuments,
  )
  const uses = new PublicProviderUsesService(usesStore, transactions, (tx, requests) =>
    emit(tx, requests.map(eventOfRequest)),
  )
  const proof = { ...infrastructure, origins, verifySignature: oneByOne(infrastructure.verifySignature) }
  const sync = new ProviderSync({
    ...{ ...proof, rows, versions, transactions, audit, watch, siteCooldown: site.cooldown },
    followHeld: (tx, provider, version) => {
      const until = heldUntil(version, site.cooldown, tx.clock.now())
      return emit(tx, [eventOfHeld(provider, version, until)])
    },
  })
  const policies = new PublicProviderPoliciesStore(database, site, mainOrigin)
  const files = createOriginFiles(database, {
    ...infrastructure,
    reserve: infrastructure.storageReserve,
    limit: infrastructure.storeLimit,
  })
  const askAt = (organization: string, { origin, namespace, name }: PublicProviderAddress): string =>
    `${consoleUrl}/organizations/${organization}/public-providers/${origin}/${namespace}/${name}`
  const deliverableProviders = new DeliverableProvidersService({
    ...{ ...infrastructure, rows, versions, platforms, policies, sync, uses, origins, site, askAt },
    listings: new PublicProviderListingsStore(database),
  })
  return {
    publicProviderUses: uses,
    originFiles: files,
    deliverableProviders,
    publicProviderFiles: new PublicProviderFilesService({
      ...{ ...infrastructure, versions, platforms, sync, origins, files, limit: infrastructure.fileLimit },
      providers: deliverableProviders,
    }),
    providerImports: new ProviderImportsService({
      ...{ ...proof, rows, versions, platforms, files, transactions, audit, limit: infrastructure.fileLimit },
    }),
    adminPublicProviders: new AdminPublicProvidersService({
      ...{ ...proof, rows, versions, platforms, uses: usesStore, sync, site, files },
      ...{ transactions, audit },
    }),
    organizationPublicProviders: new OrganizationPublicProvidersService({
      ...{ rows, versions, policies, origins, site, mainOrigin },
      organizations: infrastructure.organizations,
    }),
    providerSync: sync,
  }
}

/** Checks one signature at a time: many syncs check many, and other requests run between two of them. */
function oneByOne(verify: VerifySignature): VerifySignature {
  const limit = pLimit(1)
  return (...given) =>
    limit(async () => {
      await setImmediate()
      return verify(...given)
    })
}

const eventOfRequest = ({ providerId, provider, organization }: FirstRequest): WebhookEvent => ({
  type: 'public-provider.wanted',
  subject: { type: 'public-provider', id: providerId, name: provider },
  attributes: { provider, organization },
})

const eventOfHeld = (
  provider: PublicProvider,
  version: PublicProviderVersion,
  until: Date | null,
): WebhookEvent => ({
  type: 'public-provider-version.held',
  subject: publicVersionSubject(provider, version),
  attributes: {
    ...{ version: version.version, 'held-until': until?.toISOString() ?? null },
    'new-key': version.newKey,
  },
})
