import { Stack, Text } from '@mantine/core'
import { Section } from '~/ui/section'
import { Note, Small } from '~/ui/texts'
import type { FoundOrganization } from './queries'

/** Who may do everything in the organization, and whom to write to about it. */
export function Owners({ owners }: Pick<FoundOrganization, 'owners'>) {
  return (
    <Section title="Owners">
      {owners.length === 0 && <Note>None.</Note>}
      <Stack gap="xs">
        {owners.map(({ id, username, email }) => (
          <div key={id} style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600}>
              {username}
            </Text>
            <Small>{email}</Small>
          </div>
        ))}
      </Stack>
    </Section>
  )
}
