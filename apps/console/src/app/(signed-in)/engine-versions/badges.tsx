import { Badge, Group } from '@mantine/core'
import { EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import { graphql } from '~/data/generated'
import type { EngineVersionBadgeFactsFragment, VerificationState } from '~/data/generated/graphql'

export const EngineVersionBadgeFacts = graphql(`
  fragment EngineVersionBadgeFacts on EngineVersion {
    enabled
    official
    beta
    deprecated
    endOfLife {
      ...EndOfLifeFacts
    }
    verifications {
      state
    }
  }
`)

const some = ({ verifications }: EngineVersionBadgeFactsFragment, state: VerificationState): boolean =>
  verifications.some((verification) => verification.state === state)

type Facts = EngineVersionBadgeFactsFragment

/** In which states a version is, in words. */
export const badgesOf = (version: Facts): { label: string; color: string }[] => [
  version.enabled ? { label: 'Enabled', color: 'green' } : { label: 'Disabled', color: 'gray' },
  ...(version.official ? [{ label: 'Official', color: 'harbor' }] : []),
  ...(version.beta ? [{ label: 'Beta', color: 'violet' }] : []),
  ...(version.deprecated ? [{ label: 'Deprecated', color: 'orange' }] : []),
  ...(some(version, 'FAILED') ? [{ label: 'Wrong file', color: 'red' }] : []),
  ...(some(version, 'UNREACHABLE') ? [{ label: 'File unreachable', color: 'red' }] : []),
]

export const Badges = ({ version }: { version: Facts }) => (
  <Group gap={6}>
    {badgesOf(version).map(({ label, color }) => (
      <Badge key={label} color={color}>
        {label}
      </Badge>
    ))}
    <EndOfLifeBadge endOfLife={version.endOfLife} />
  </Group>
)
