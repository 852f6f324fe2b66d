import type { Outbound, OutboundPurpose } from '../../kernel/outbound.js'
import { createEgress } from './egress.js'
import { resolveBySystem } from './resolve.js'

interface OutboundSettings {
  readonly publicRegistryUrl: string | undefined
  readonly providerOrigins: readonly { readonly url: string | undefined }[]
  /** Address of the feed, or the path of a file. */
  readonly engineVersionsFeed: string | undefined
  readonly singleSignOn?: { readonly issuer: string } | undefined
  readonly egressAllow: readonly string[]
  readonly httpsProxy: URL | undefined
  /** Names that the proxy resolves: those of the configuration, or those of owners too. */
  readonly proxyResolves?: 'configured' | 'all'
  readonly noProxy: readonly string[]
}

/**
 * Purposes whose names come from the configuration or a site administrator, or from what these name; else
 * from owners.
 */
const isByAdministrators: Readonly<Record<OutboundPurpose, boolean>> = {
  'engine-versions': true,
  'provider-origins': true,
  'public-registry': true,
  'single-sign-on': true,
  'trusted-issuers': true,
  webhooks: false,
}

/** The way out as the configuration says. Every host that it names has to be listed here, for what it is named. */
export function openOutbound(settings: OutboundSettings): Outbound {
  const configured: Record<OutboundPurpose, readonly (string | undefined)[]> = {
    // The feed, and the files that it lists.
    'engine-versions': [settings.engineVersionsFeed],
    'provider-origins': settings.providerOrigins.map(({ url }) => url),
    'public-registry': [settings.publicRegistryUrl],
    'single-sign-on': [settings.singleSignOn?.issuer],
    // What administrators name reaches public addresses and `EGRESS_ALLOW`.
    'trusted-issuers': [],
    webhooks: [],
  }
  const ways = new Map<OutboundPurpose, Promise<Outbound>>()
  const wayFor = async (purpose: OutboundPurpose): Promise<Outbound> => {
    const hosts = configured[purpose].flatMap((url) => (url?.includes('://') ? [new URL(url)] : []))
    // Its library is large, and many platforms make no outbound requests.
    const { createOutbound } = await import('./outbound.js')
    return createOutbound({
      egress: createEgress(hosts, settings.egressAllow),
      resolve: resolveBySystem,
      proxy: settings.httpsProxy,
      proxyResolves: isByAdministrators[purpose] || settings.proxyResolves === 'all',
      withoutProxy: settings.noProxy,
    })
  }
  return {
    async open(request) {
      const { purpose } = request
      const way = ways.get(purpose) ?? wayFor(purpose)
      ways.set(purpose, way)
      return (await way).open(request)
    },
  }
}
