import type { Deprecation } from '../deprecation.js'
import type { EndOfLife } from '../end-of-life.js'
import { plainLine } from '../plain-line.js'
import type { RegistryProvider } from './registry-provider.js'
import type { RegistryProviderVersion } from './registry-provider-version.js'

/** So many versions have a line of their own: `init` prints all lines, whichever version it installs. */
const mostNamed = 10

/** Makes the CLI's warnings at `init` about the provider and its deprecated versions, newest first (contract §12). */
export function warningsOf(
  provider: RegistryProvider,
  versions: readonly Pick<RegistryProviderVersion, 'version' | 'deprecation' | 'endOfLife'>[],
): readonly string[] {
  const address = `${provider.namespace}/${provider.name}`
  const ofProvider = provider.deprecation ? [line(address, provider.deprecation)] : []
  const deprecated = versions.flatMap(({ version, deprecation, endOfLife }) => {
    if (deprecation?.status === 'deprecated') return [line(`${address} ${version}`, deprecation)]
    return endOfLife ? [lineAhead(`${address} ${version}`, endOfLife)] : []
  })
  const more = deprecated.length - mostNamed
  const are = versions.some(({ endOfLife }) => endOfLife) ? 'are deprecated, or will be' : 'are deprecated'
  return [
    ...ofProvider,
    ...deprecated.slice(0, mostNamed),
    ...(more > 0 ? [`${more} more versions of ${address} ${are}`] : []),
  ]
}

function line(what: string, { status, reason, link }: Deprecation): string {
  const why = [reason, link && `See ${link}`].filter((part) => part !== '').map(plainLine)
  return `${what} is ${status}${why.length > 0 ? `: ${why.join(' ')}` : ''}`
}

/** By the date, not by the days until then: the line may be read from a cache. */
const lineAhead = (what: string, { at, reason }: EndOfLife): string =>
  `${what} will be deprecated on ${at.toISOString().slice(0, 10)}${reason === '' ? '' : `: ${plainLine(reason)}`}`
