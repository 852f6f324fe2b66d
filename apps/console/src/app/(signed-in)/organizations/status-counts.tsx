import { Group, Text } from '@mantine/core'

type Counts = { total: number; active: number; disabled: number }

/** How many there are of those that match, whatever the page. Takes up its space while nothing is known yet. */
export function StatusCounts({ counts }: { counts: Counts | undefined }) {
  const parts = [
    ['Total', counts?.total],
    ['Active', counts?.active],
    ['Disabled', counts?.disabled],
  ] as const
  return (
    <Group component="dl" gap="lg" px="md" pb="xs" m={0} aria-label="How many organizations match">
      {parts.map(([name, number]) => (
        <Group key={name} gap={6} align="baseline">
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" fw={600} m={0} miw="1ch">
            {number?.toLocaleString('en') ?? '–'}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
