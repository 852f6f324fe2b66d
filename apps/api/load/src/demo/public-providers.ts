import { createLog } from '#api/adapters/logs/logger.js'
import { createPublicRegistry } from '#api/adapters/public-registry/public-registry.js'
import { RegistryDocuments } from '#api/adapters/public-registry/registry-documents.js'
import { openOutbound } from '#api/adapters/outbound/open.js'
import { systemClock } from '#api/kernel/clock.js'
import type { OperationContext } from '#api/kernel/context.js'
import { timeouts } from '#api/kernel/timeouts.js'
import type { Services } from '#api/services.js'
import { OriginTwin } from '../origin/origin-twin.js'
import { newSigningKey } from '../origin/signing.js'
import { daysAgo } from './traffic.js'

export interface SamplePublicProvider {
  readonly namespace: string
  readonly name: string
  /** Seen at the first look. */
  readonly versions: readonly string[]
  /** Versions released this number of days ago. */
  readonly later?: readonly { readonly version: string; readonly daysAgo: number }[]
  readonly block?: { readonly version: string; readonly reason: string }
  /** Version that the origin has replaced. */
  readonly altered?: string
  readonly approvedForAll?: boolean
  /** Number of requests by each organization that may not use it. */
  readonly wantedBy?: Readonly<Record<string, number>>
}

/** The host whose providers the sample has seen; the sample platform itself never asks it. */
const sampleOrigin = 'registry.example.com'

/** An origin that is there while the sample is made. */
export async function openSampleOrigin() {
  const twin = await new OriginTwin().listen()
  const outbound = openOutbound({
    ...{ publicRegistryUrl: undefined, engineVersionsFeed: undefined, httpsProxy: undefined },
    ...{ providerOrigins: [{ url: twin.url }], egressAllow: [], noProxy: [] },
  })
  const registry = createPublicRegistry({
    ...{ url: twin.url, mount: '', purpose: 'provider-origins', outbound },
    ...{ clock: systemClock, log: createLog('warn'), documents: new RegistryDocuments(), timeouts },
  })
  return { twin, outbound, providerOrigins: [{ host: sampleOrigin, registry }] }
}

/** Seeds a month of public providers and the decisions about them. */
export async function seedPublicProviders(
  services: Services,
  ctx: OperationContext,
  twin: OriginTwin,
  providers: readonly SamplePublicProvider[],
): Promise<void> {
  const key = await newSigningKey('ed25519', 'Release <release@example.com>')
  for (const sample of providers) {
    const { namespace, name } = sample
    const versions = sample.versions.map((version) => ({ version }))
    const remote = await twin.add(namespace, name, { key, versions })
    const seen = daysAgo(ctx, 30)
    const { provider } = await services.adminPublicProviders.create(seen, {
      origin: sampleOrigin,
      namespace,
      name,
    })
    for (const { version, daysAgo: count } of sample.later ?? []) {
      await remote.release({ version })
      await services.adminPublicProviders.syncNow(daysAgo(ctx, count), provider.id)
    }
    if (sample.altered !== undefined) {
      await remote.republish(sample.altered)
      await services.adminPublicProviders.syncNow(daysAgo(ctx, 1), provider.id)
    }
    if (sample.approvedForAll)
      await services.adminPublicProviders.update(ctx, provider.id, { approvedForAll: true })
    if (sample.block) await block(services, ctx, provider.id, sample.block)
    for (const [organization, count] of Object.entries(sample.wantedBy ?? {})) {
      const asking = await services.adminOrganizations.find(ctx, organization)
      for (let asked = 0; asked < count; asked++)
        services.publicProviderUses.countRequest(ctx, provider, [asking])
    }
  }
  await services.publicProviderUses.stop(ctx)
}

async function block(
  services: Services,
  ctx: OperationContext,
  providerId: string,
  { version, reason }: { readonly version: string; readonly reason: string },
): Promise<void> {
  const page = { number: 1, size: 100 }
  const lists = await services.adminPublicProviders.versionsOf(ctx, [providerId], page)
  const found = lists.get(providerId)?.items.find((each) => each.version === version)
  if (found) await services.adminPublicProviders.decide(ctx, found.id, { decision: 'block', reason })
}
