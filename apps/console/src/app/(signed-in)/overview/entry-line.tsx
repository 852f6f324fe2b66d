import { Anchor, Badge, Group } from '@mantine/core'
import { Link } from '~/ui/link'
import { given } from '~/ui/given'
import { Moment } from '~/ui/moment'
import { Note } from '~/ui/texts'
import type { Entry } from './entries'

/** One thing to mend: what it is, what is wrong, and the way there. */
export function EntryLine({ entry: { badge, label, path, what, at } }: { entry: Entry }) {
  return (
    <li>
      <div>
        <Group gap={8}>
          <Badge color={badge.color}>{badge.text}</Badge>
          <Anchor component={Link} href={path} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {given(label)}
          </Anchor>
        </Group>
        <Note>
          {at !== undefined && (
            <>
              <Moment at={at} />:{' '}
            </>
          )}
          {given(what)}
        </Note>
      </div>
    </li>
  )
}
