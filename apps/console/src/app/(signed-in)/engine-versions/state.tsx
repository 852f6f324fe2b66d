import type { ReactNode } from 'react'
import { EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import { graphql } from '~/data/generated'
import type {
  EngineVersionBadgeFactsFragment,
  EngineVersionStateFactsFragment,
  VerificationState,
} from '~/data/generated/graphql'
import { DeprecationStatusBadge } from '~/ui/feedback/deprecation-status-badge'
import { Check, StateDot, States } from '~/ui/feedback/state-dot'
import { shortened } from '~/ui/text'
import { Dimmed, Small } from '~/ui/texts'

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

/** Tells whether workspaces should move away from a version in this state. */
export const isOutdated = ({ enabled, deprecated }: State): boolean => !enabled || deprecated

/** Badges with the states of a version that its users have to know. */
export function StateBadges({ state: { enabled, beta, deprecated, endOfLife } }: { state: State }) {
  return (
    <>
      {!enabled && <StateDot tone="bad">Disabled</StateDot>}
      {deprecated && <DeprecationStatusBadge status="DEPRECATED" />}
      <EndOfLifeBadge endOfLife={endOfLife} />
      {beta && <Dimmed>Beta</Dimmed>}
    </>
  )
}

/** A version with its state, and below it why it is deprecated, or will be. */
export function EngineVersionState({ version, state }: { version: ReactNode; state: State }) {
  const reason = state.deprecatedReason ?? state.endOfLife?.reason
  return (
    <>
      <States>
        {version}
        <StateBadges state={state} />
      </States>
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

/** The states of a version; `quiet` in a list, where most versions are as they should be and their origin stands by the number. */
export const Badges = ({ version, quiet = false }: { version: Facts; quiet?: boolean }) => (
  <States>
    {!version.enabled && <StateDot tone="idle">Disabled</StateDot>}
    {version.enabled && !version.deprecated && !(quiet && version.endOfLife) && (
      <StateDot tone="good" quiet={quiet}>
        Enabled
      </StateDot>
    )}
    {version.deprecated && <DeprecationStatusBadge status="DEPRECATED" />}
    {some(version, 'FAILED') && <StateDot tone="bad">Wrong file</StateDot>}
    {some(version, 'UNREACHABLE') && <StateDot tone="bad">File unreachable</StateDot>}
    <EndOfLifeBadge endOfLife={version.endOfLife} />
    {version.beta && <Dimmed>Beta</Dimmed>}
    {version.official && !quiet && <Check>Official</Check>}
  </States>
)
