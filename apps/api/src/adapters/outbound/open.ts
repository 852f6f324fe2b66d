import type { Outbound } from '../../kernel/outbound.js'
import { createEgress } from './egress.js'
import { resolveBySystem } from './resolve.js'

interface OutboundSettings {
  readonly publicRegistryUrl: string | undefined
  /** Also the path of a file. */
  readonly engineVersionsFeed: string | undefined
  readonly singleSignOn?: { readonly issuer: string } | undefined
  readonly egressAllow: readonly string[]
  readonly httpsProxy: URL | undefined
  readonly noProxy: readonly string[]
}

/** The way out as the configuration says. Every host that it names has to be listed here. */
export function openOutbound(settings: OutboundSettings): Outbound {
  const { publicRegistryUrl, engineVersionsFeed, singleSignOn } = settings
  const named = [publicRegistryUrl, engineVersionsFeed, singleSignOn?.issuer].filter((url) =>
    url?.includes('://'),
  )
  const routing = {
    egress: createEgress(
      named.map((url) => new URL(url ?? '')),
      settings.egressAllow,
    ),
    resolve: resolveBySystem,
    proxy: settings.httpsProxy,
    withoutProxy: settings.noProxy,
  }
  let outbound: Promise<Outbound> | undefined
  return {
    async open(request) {
      // Its library is large, and many platforms make no outbound requests.
      outbound ??= import('./outbound.js').then(({ createOutbound }) => createOutbound(routing))
      return (await outbound).open(request)
    },
  }
}
