import { Stack, Text } from '@mantine/core'
import { Section } from '~/ui/section'
import type { FoundOrganization } from './queries'

/** Who may do everything in the organization, and whom to write to about it. */
export function Owners({ owners }: Pick<FoundOrganization, 'owners'>) {
  return (
    <Section title="Owners">
      {owners.length === 0 && (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      )}
      <Stack gap="xs">
        {owners.map(({ id, username, email }) => (
          <div key={id} style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600}>
              {username}
            </Text>
            <Text size="xs" c="dimmed">
              {email}
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  )
}
