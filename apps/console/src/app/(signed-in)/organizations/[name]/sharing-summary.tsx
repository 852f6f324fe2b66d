import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '~/ui/link'
import { paths } from '~/paths'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import type { FoundOrganization } from './queries'

/** Who may use the modules of the organization, and the way to change it. */
export function SharingSummary({ organization }: { organization: FoundOrganization }) {
  const { name, globalModuleSharing, moduleConsumers } = organization
  const { nodes, totalCount } = moduleConsumers
  return (
    <Section title="Module sharing">
      <Text size="sm" mb={nodes.length > 0 ? 'xs' : 'sm'}>
        {globalModuleSharing
          ? 'All organizations may use its modules.'
          : totalCount === 0
            ? 'No other organization may use its modules.'
            : 'These organizations may use its modules:'}
      </Text>
      {nodes.length > 0 && (
        <Group component="ul" gap="sm" m={0} mb="sm" p={0} style={{ listStyle: 'none' }}>
          {nodes.map((consumer) => (
            <li key={consumer.id}>
              <Anchor
                component={Link}
                href={paths.organization(consumer.name)}
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {consumer.name}
              </Anchor>
            </li>
          ))}
          {totalCount > nodes.length && (
            <li>
              <Note>and {totalCount - nodes.length} more</Note>
            </li>
          )}
        </Group>
      )}
      <Anchor component={Link} href={paths.organizationSharing(name)} size="sm">
        Change who may use its modules
      </Anchor>
    </Section>
  )
}
