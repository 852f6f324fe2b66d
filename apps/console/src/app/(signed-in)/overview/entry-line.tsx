import { Anchor, Badge, Group, Text } from '@mantine/core'
import Link from 'next/link'
import { Moment } from '~/ui/moment'
import type { Entry } from './entries'

/** One thing to mend: what it is, what is wrong, and the way there. */
export function EntryLine({ entry: { badge, label, path, what, at } }: { entry: Entry }) {
  return (
    <li>
      <div>
        <Group gap={8}>
          <Badge color={badge.color}>{badge.text}</Badge>
          <Anchor component={Link} href={path} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {label}
          </Anchor>
        </Group>
        <Text size="sm" c="dimmed">
          {at !== undefined && (
            <>
              <Moment at={at} />:{' '}
            </>
          )}
          {what}
        </Text>
      </div>
    </li>
  )
}
