import type { Deprecation } from '../deprecation.js'
import { plainLine } from '../plain-line.js'
import type { RegistryProvider } from './registry-provider.js'
import type { RegistryProviderVersion } from './registry-provider-version.js'

/** So many versions have a line of their own: `init` prints all lines, whichever version it installs. */
const mostNamed = 10

/**
 * What the engine's CLI prints at `init` (contract §12): that the provider is deprecated or revoked, and which versions
 * are deprecated, the newest first.
 */
export function warningsOf(
  provider: RegistryProvider,
  versions: readonly Pick<RegistryProviderVersion, 'version' | 'deprecation'>[],
): readonly string[] {
  const address = `${provider.namespace}/${provider.name}`
  const ofProvider = provider.deprecation ? [line(address, provider.deprecation)] : []
  const deprecated = versions.flatMap(({ version, deprecation }) =>
    deprecation?.status === 'deprecated' ? [line(`${address} ${version}`, deprecation)] : [],
  )
  const more = deprecated.length - mostNamed
  return [
    ...ofProvider,
    ...deprecated.slice(0, mostNamed),
    ...(more > 0 ? [`${more} more versions of ${address} are deprecated`] : []),
  ]
}

function line(what: string, { status, reason, link }: Deprecation): string {
  const why = [reason, link && `See ${link}`].filter((part) => part !== '').map(plainLine)
  return `${what} is ${status}${why.length > 0 ? `: ${why.join(' ')}` : ''}`
}
