import { plainLine } from '@engine/shared'
import { isRevoked, type Deprecation } from '../lifecycle/deprecation.js'
import type { EndOfLife } from '../lifecycle/end-of-life.js'
import type { RegistryProvider } from './registry-provider.js'
import type { RegistryProviderVersion } from './registry-provider-version.js'

/** Limit of the versions with a separate line: `init` prints all lines, whichever version it installs. */
const mostNamed = 10

/**
 * Makes the CLI's warnings at `init` about the provider and its deprecated versions, newest first (contract §12). Of
 * what is revoked something is said only where nothing else is left: the provider's own reason, or those of versions.
 */
export function warningsOf(
  provider: RegistryProvider,
  published: readonly Pick<RegistryProviderVersion, 'version' | 'deprecation' | 'endOfLife'>[],
): readonly string[] {
  const address = `${provider.namespace}/${provider.name}`
  const ofProvider = provider.deprecation ? [line(address, provider.deprecation)] : []
  if (isRevoked(provider)) return ofProvider
  const left = published.filter((version) => !isRevoked(version))
  const ofVersions = (left.length > 0 ? left : published).flatMap(({ version, deprecation, endOfLife }) => {
    if (deprecation) return [line(`${address} ${version}`, deprecation)]
    return endOfLife ? [lineAhead(`${address} ${version}`, endOfLife)] : []
  })
  const more = ofVersions.length - mostNamed
  const ahead = left.some(({ endOfLife }) => endOfLife) ? ', or will be' : ''
  const are = left.length > 0 ? `are deprecated${ahead}` : 'are revoked'
  return [
    ...ofProvider,
    ...ofVersions.slice(0, mostNamed),
    ...(more > 0 ? [`${more} more versions of ${address} ${are}`] : []),
  ]
}

function line(what: string, { status, reason, link }: Deprecation): string {
  const why = [reason, link && `See ${link}`].filter((part) => part !== '').map(plainLine)
  return `${what} is ${status}${why.length > 0 ? `: ${why.join(' ')}` : ''}`
}

/** Warning of an end of life by its date, not by the days until then: the line may be read from a cache. */
const lineAhead = (what: string, { at, reason }: EndOfLife): string =>
  `${what} will be deprecated on ${at.toISOString().slice(0, 10)}${reason === '' ? '' : `: ${plainLine(reason)}`}`
