import { Badge, Group, Text } from '@mantine/core'
import type { ReleaseFeedChange } from '~/data/generated/graphql'
import type { Difference } from './queries'

const texts: Record<ReleaseFeedChange, (difference: Difference) => string | undefined> = {
  ARCHS: ({ alarms }) => (alarms.length === 0 ? 'Builds' : undefined),
  OFFICIAL: ({ official }) => (official ? 'Becomes official' : 'No longer official'),
  BETA: ({ beta }) => (beta ? 'Becomes beta' : 'No longer beta'),
  DEPRECATED: ({ deprecated }) => (deprecated ? 'Becomes deprecated' : 'No longer deprecated'),
  DEPRECATED_REASON: ({ deprecatedReason }) =>
    deprecatedReason === null ? undefined : `Reason: ${deprecatedReason}`,
}

/** What taking a version over changes, in words. */
export function ChangeTexts({ difference }: { difference: Difference }) {
  const { known, changes, alarms, official, beta, deprecated } = difference
  const words = changes.flatMap((change) => texts[change](difference) ?? [])
  return (
    <Group gap={6}>
      {known === null && (
        <>
          <Badge color="green">New</Badge>
          {official && <Badge color="harbor">Official</Badge>}
          {beta && <Badge color="violet">Beta</Badge>}
          {deprecated && <Badge color="orange">Deprecated</Badge>}
        </>
      )}
      {alarms.length > 0 && <Badge color="red">Checksum changed</Badge>}
      {words.length > 0 && (
        <Text span inherit style={{ overflowWrap: 'anywhere' }}>
          {words.join('. ')}
        </Text>
      )}
    </Group>
  )
}
