import { Badge, Group } from '@mantine/core'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import { graphql } from '~/data/generated'
import type { ProviderVersionStateFactsFragment } from '~/data/generated/graphql'

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

/** What a version waits for before it can be installed, in words; empty when all is there. */
export function missingOf({ shasumsUploaded, shasumsSigUploaded, platforms }: Facts): string[] {
  const zips = platforms.filter(({ providerBinaryUploaded }) => !providerBinaryUploaded).length
  return [
    ...(shasumsUploaded ? [] : ['the checksums']),
    ...(shasumsSigUploaded ? [] : ['their signature']),
    ...(platforms.length === 0 ? ['a platform'] : []),
    ...(zips === 0 ? [] : [zips === 1 ? 'a zip' : `${zips} zips`]),
  ]
}

export function VersionBadge({ version }: { version: Facts }) {
  if (version.deprecation) return <DeprecationBadge deprecation={version.deprecation} />
  if (version.published)
    return (
      <Group gap={6}>
        <Badge color="green">Published</Badge>
        <EndOfLifeBadge endOfLife={version.endOfLife} />
      </Group>
    )
  if (missingOf(version).length > 0) return <Badge color="yellow">Waits for files</Badge>
  return <Badge color="red">Refused</Badge>
}
