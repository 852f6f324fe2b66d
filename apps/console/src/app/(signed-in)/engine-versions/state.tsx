import { Badge, Group } from '@mantine/core'
import { EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import { graphql } from '~/data/generated'
import type {
  EngineVersionBadgeFactsFragment,
  EngineVersionStateFactsFragment,
  VerificationState,
} from '~/data/generated/graphql'
import { shortened } from '~/ui/text'
import { Small } from '~/ui/texts'

export const EngineVersionStateFacts = graphql(`
  fragment EngineVersionStateFacts on EngineVersionStatus {
    enabled
    beta
    deprecated
    deprecatedReason
    endOfLife {
      ...EndOfLifeFacts
    }
  }
`)

type State = EngineVersionStateFactsFragment

/** Whether workspaces should move away from a version in this state. */
export const isOutdated = ({ enabled, deprecated }: State): boolean => !enabled || deprecated

/** What the users of a version have to know of it, in words. */
export function StateBadges({ state: { enabled, beta, deprecated, endOfLife } }: { state: State }) {
  return (
    <>
      {!enabled && <Badge color="red">Disabled</Badge>}
      {deprecated && <Badge color="orange">Deprecated</Badge>}
      <EndOfLifeBadge endOfLife={endOfLife} />
      {beta && <Badge color="violet">Beta</Badge>}
    </>
  )
}

/** A version with its state, and below it why it is deprecated, or will be. */
export function EngineVersionState({ version, state }: { version: string; state: State }) {
  const reason = state.deprecatedReason ?? state.endOfLife?.reason
  return (
    <>
      <Group gap={6}>
        {version}
        <StateBadges state={state} />
      </Group>
      {reason && <Small>{shortened(reason, 120)}</Small>}
    </>
  )
}

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
