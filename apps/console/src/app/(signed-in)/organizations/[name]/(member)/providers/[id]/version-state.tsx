import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import { graphql } from '~/data/generated'
import type { ProviderVersionStateFactsFragment } from '~/data/generated/graphql'
import { StateDot, States } from '~/ui/feedback/state-dot'

export const ProviderVersionStateFacts = graphql(`
  fragment ProviderVersionStateFacts on RegistryProviderVersion {
    published
    publicationError
    deprecation {
      ...DeprecationFacts
    }
    endOfLife {
      ...EndOfLifeFacts
    }
    shasumsUploaded
    shasumsSigUploaded
    platforms {
      providerBinaryUploaded
    }
  }
`)

type Facts = ProviderVersionStateFactsFragment

/** Returns what a version is missing before it can be installed, in words; empty if it is complete. */
export function missingOf({ shasumsUploaded, shasumsSigUploaded, platforms }: Facts): string[] {
  const zips = platforms.filter(({ providerBinaryUploaded }) => !providerBinaryUploaded).length
  return [
    ...(shasumsUploaded ? [] : ['the checksums']),
    ...(shasumsSigUploaded ? [] : ['their signature']),
    ...(platforms.length === 0 ? ['a platform'] : []),
    ...(zips === 0 ? [] : [zips === 1 ? 'a zip' : `${zips} zips`]),
  ]
}

/** Status of a version; `quiet` in a list, where most are published. */
export function VersionBadge({ version, quiet = false }: { version: Facts; quiet?: boolean }) {
  if (version.deprecation) return <DeprecationBadge deprecation={version.deprecation} />
  if (version.published)
    return (
      <States>
        {!(quiet && version.endOfLife) && (
          <StateDot tone="good" quiet={quiet}>
            Published
          </StateDot>
        )}
        <EndOfLifeBadge endOfLife={version.endOfLife} />
      </States>
    )
  if (missingOf(version).length > 0) return <StateDot tone="idle">Waits for files</StateDot>
  return <StateDot tone="bad">Refused</StateDot>
}
