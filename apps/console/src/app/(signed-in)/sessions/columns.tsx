import { Badge, Group, Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { SessionRowFragment } from '~/data/generated/graphql'
import type { Column } from '~/ui/data-table'
import { Moment } from '~/ui/moment'
import { EndButton } from './end-button'

export const SessionRow = graphql(`
  fragment SessionRow on Session {
    id
    createdAt
    lastUsedAt
    address
    browser
    userAgent
    isCurrent
  }
`)

/** `username` is set for sessions that are not the reader's own. */
export const columnsOf = (username?: string): readonly Column<SessionRowFragment>[] => [
  {
    key: 'browser',
    header: 'Browser',
    width: 3.4,
    place: 'title',
    cell: ({ browser, userAgent, isCurrent }) => (
      <Group gap={8}>
        <Text span inherit fw={600} {...(userAgent !== null && { title: userAgent })}>
          {browser}
        </Text>
        {isCurrent && <Badge color="green">This one</Badge>}
      </Group>
    ),
  },
  { key: 'address', header: 'Address', width: 2.6, cell: ({ address }) => address ?? 'unknown' },
  { key: 'created', header: 'Signed in', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'used', header: 'Last used', width: 3, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  {
    key: 'actions',
    header: 'Actions',
    width: 2,
    align: 'end',
    place: 'menu',
    cell: (session) => <EndButton session={session} {...(username !== undefined && { username })} />,
  },
]
