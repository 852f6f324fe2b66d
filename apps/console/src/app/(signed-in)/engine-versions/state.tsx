import { Badge, Group } from '@mantine/core'
import { EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import { graphql } from '~/data/generated'
import type { EngineVersionStateFactsFragment } from '~/data/generated/graphql'
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
