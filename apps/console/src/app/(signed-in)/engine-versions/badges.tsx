import { Badge, Group } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { EngineVersionBadgeFactsFragment, VerificationState } from '~/data/generated/graphql'

export const EngineVersionBadgeFacts = graphql(`
  fragment EngineVersionBadgeFacts on EngineVersion {
    enabled
    official
    beta
    deprecated
    verifications {
      state
    }
  }
`)

const some = ({ verifications }: EngineVersionBadgeFactsFragment, state: VerificationState): boolean =>
  verifications.some((verification) => verification.state === state)

/** In which states a version is, in words. */
export function Badges({ version }: { version: EngineVersionBadgeFactsFragment }) {
  return (
    <Group gap={6}>
      {version.enabled ? <Badge color="green">Enabled</Badge> : <Badge color="gray">Disabled</Badge>}
      {version.official && <Badge color="harbor">Official</Badge>}
      {version.beta && <Badge color="violet">Beta</Badge>}
      {version.deprecated && <Badge color="orange">Deprecated</Badge>}
      {some(version, 'FAILED') && <Badge color="red">Wrong file</Badge>}
      {some(version, 'UNREACHABLE') && <Badge color="red">File unreachable</Badge>}
    </Group>
  )
}
