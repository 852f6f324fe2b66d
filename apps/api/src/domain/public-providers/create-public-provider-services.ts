import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { OperationContext } from '../../kernel/context.js'
import type { Clock } from '../../kernel/clock.js'
import type { Invalidations } from '../../kernel/invalidation.js'
import type { Log } from '../../kernel/log.js'
import type { Outbound } from '../../kernel/outbound.js'
import type { ReadSigningKey, VerifySignature } from '../registry-providers/gpg-key.js'
import type { SharedParts } from '../shared-parts.js'
import type { WebhookEvent } from '../webhooks/webhook-event.js'
import { AdminPublicProvidersService } from './admin-public-providers.service.js'
import { DeliverableProvidersService } from './deliverable-providers.service.js'
import { OrganizationPublicProvidersService } from './organization-public-providers.service.js'
import { ProviderLooksService } from './provider-looks.service.js'
import { ProviderOrigins, type ProviderOrigin, type ReadOriginDocuments } from './provider-origins.js'
import { PublicProviderPoliciesStore } from './public-provider-policies.store.js'
import { PublicProviderUsesService } from './public-provider-uses.service.js'
import { PublicProviderUsesStore } from './public-provider-uses.store.js'
import {
  heldUntil,
  publicVersionSubject,
  type FirstWanted,
  type PublicProvider,
  type PublicProviderAddress,
  type PublicProviderVersion,
} from './public-provider.js'
import type { SitePolicy } from './public-providers-policy.js'
import { PublicProviderListingsStore } from './public-provider-listings.store.js'
import { PublicProviderVersionsStore } from './public-provider-versions.store.js'
import { PublicProvidersStore } from './public-providers.store.js'

export interface PublicProviderInfrastructure extends Pick<
  SharedParts,
  'database' | 'transactions' | 'audit' | 'organizations'
> {
  /** That of the public registry first, if there is one. */
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
  /** In milliseconds; 0: it never looks by itself. */
  readonly watch: number
  readonly consoleUrl: string
}

export type PublicProviderServices = ReturnType<typeof createPublicProviderServices>

/** The area, wired. */
export function createPublicProviderServices(infrastructure: PublicProviderInfrastructure) {
  const { database, transactions, audit, emit, site, mainOrigin, watch, consoleUrl } = infrastructure
  const rows = new PublicProvidersStore(database, { ...site, mainOrigin })
  const versions = new PublicProviderVersionsStore(database)
  const usesStore = new PublicProviderUsesStore(database)
  const origins = new ProviderOrigins(
    infrastructure.providerOrigins,
    infrastructure.outbound,
    infrastructure.registryDocuments,
    infrastructure.log,
  )
  const uses = new PublicProviderUsesService(usesStore, transactions, (tx, wanted) =>
    emit(tx, wanted.map(eventOfWanted)),
  )
  const proof = { ...infrastructure, origins, verifySignature: oneByOne(infrastructure.verifySignature) }
  const looks = new ProviderLooksService({
    ...{ ...proof, rows, versions, transactions, audit, watch, siteCooldown: site.cooldown },
    followHeld: (tx, provider, version) => {
      const until = heldUntil(version, site.cooldown, tx.clock.now())
      return emit(tx, [eventOfHeld(provider, version, until)])
    },
  })
  const policies = new PublicProviderPoliciesStore(database, site, mainOrigin)
  const askAt = (organization: string, { origin, namespace, name }: PublicProviderAddress): string =>
    `${consoleUrl}/organizations/${organization}/public-providers/${origin}/${namespace}/${name}`
  return {
    publicProviderUses: uses,
    deliverableProviders: new DeliverableProvidersService({
      ...{ ...infrastructure, rows, versions, policies, looks, uses, origins, site, askAt },
      listings: new PublicProviderListingsStore(database),
    }),
    adminPublicProviders: new AdminPublicProvidersService({
      ...{ ...proof, rows, versions, uses: usesStore, looks, site },
      ...{ transactions, audit },
    }),
    organizationPublicProviders: new OrganizationPublicProvidersService({
      ...{ rows, versions, policies, origins, site, mainOrigin },
      organizations: infrastructure.organizations,
    }),
    providerLooks: looks,
  }
}

/** Many looks at once check many signatures: between two of them other requests have their turn. */
function oneByOne(verify: VerifySignature): VerifySignature {
  const limit = pLimit(1)
  return (...given) =>
    limit(async () => {
      await setImmediate()
      return verify(...given)
    })
}

const eventOfWanted = ({ providerId, provider, organization }: FirstWanted): WebhookEvent => ({
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
