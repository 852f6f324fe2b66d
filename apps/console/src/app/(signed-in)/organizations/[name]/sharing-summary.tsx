import { Anchor, Group, Text } from '@mantine/core'
import { EndsBadge } from '~/app/(signed-in)/end-of-life/badge'
import { Link } from '~/ui/link'
import { paths } from '~/paths'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import type { FoundOrganization } from './queries'

/** Who may use the modules and the providers of the organization, and the way to change it. */
export function SharingSummary({ organization }: { organization: FoundOrganization }) {
  const { name, globalModuleSharing, moduleConsumers } = organization
  const { globalProviderSharing, providerConsumers } = organization
  return (
    <Section title="Registry sharing">
      <Consumers what="modules" withAll={globalModuleSharing} list={moduleConsumers} />
      <Consumers what="private providers" withAll={globalProviderSharing} list={providerConsumers} />
      <Anchor component={Link} href={paths.organizationSharing(name)} size="sm">
        Change who may use them
      </Anchor>
    </Section>
  )
}

type ConsumersProps = { what: string; withAll: boolean; list: FoundOrganization['moduleConsumers'] }

function Consumers({ what, withAll, list: { nodes, totalCount } }: ConsumersProps) {
  return (
    <>
      <Text size="sm" mb={nodes.length > 0 ? 'xs' : 'sm'}>
        {withAll
          ? `All organizations may use its ${what}.`
          : totalCount === 0
            ? `No other organization may use its ${what}.`
            : `These organizations may use its ${what}:`}
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
              </Anchor>{' '}
              {consumer.sharingEndsAt && <EndsBadge at={consumer.sharingEndsAt} />}
            </li>
          ))}
          {totalCount > nodes.length && (
            <li>
              <Note>and {totalCount - nodes.length} more</Note>
            </li>
          )}
        </Group>
      )}
    </>
  )
}
