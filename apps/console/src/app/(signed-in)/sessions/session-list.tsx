'use client'

import { Button, Group, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { SessionPageFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import { signOut } from '~/shell/sign-out'
import { useViewer } from '~/shell/viewer'
import { actionsColumn, type Column } from '~/ui/lists/data-table'
import { Empty } from '~/ui/feedback/empty'
import { momentColumn } from '~/ui/moment'
import { PagedList, type PagedListProps } from '~/ui/lists/paged-list'
import { StateDot } from '~/ui/feedback/state-dot'
import { Nothing } from '~/ui/texts'
import { toastFailure } from '~/ui/feedback/toast'

type Props = Pick<PagedListProps<Session>, 'noun' | 'list' | 'found' | 'onPage' | 'expected'> & {
  /** Set for sessions that are not the reader's own. */
  username?: string
}

export const SessionPage = graphql(`
  fragment SessionPage on SessionConnection {
    nodes {
      id
      createdAt
      lastUsedAt
      address
      browser
      userAgent
      isCurrent
    }
  }
`)

type Session = SessionPageFragment['nodes'][number]

const columnsOf = (username: string | undefined): readonly Column<Session>[] => [
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
        {isCurrent && <StateDot tone="good">This one</StateDot>}
      </Group>
    ),
  },
  {
    key: 'address',
    header: 'Address',
    width: 2.6,
    place: 'below',
    cell: ({ address }) => address ?? <Nothing />,
  },
  momentColumn('created', 'Signed in', 3, ({ createdAt }) => createdAt, 'wide'),
  momentColumn('used', 'Last used', 3, ({ lastUsedAt }) => lastUsedAt),
  actionsColumn(2, (session) => <EndButton session={session} username={username} />),
]

/** The sessions of a user, the last used first. */
export function SessionList({ username, expected = 2, ...list }: Props) {
  return (
    <PagedList
      {...list}
      columns={columnsOf(username)}
      expected={expected}
      nothing={
        <Empty icon={IconDevices} title="No sessions">
          A session begins with the password and lasts twelve hours.
        </Empty>
      }
    />
  )
}

type EndProps = { session: Session; username: string | undefined }

/** Ends a session at once, after asking; the one that asks by signing out. */
function EndButton({ session: { id, browser, isCurrent }, username }: EndProps) {
  const { user } = useViewer()
  const ask = useAsk()
  const end = () =>
    ask({
      change: change('sessionDelete', { id }),
      question: {
        title:
          username === undefined
            ? `End the session in ${browser}?`
            : `End ${username}’s session in ${browser}?`,
        body: 'It ends at once, and its user has to sign in again. Tokens stay.',
        confirm: 'End session',
        danger: true,
        ...(username !== undefined && { reason: true }),
      },
      done: 'The session has ended.',
    })
  if (isCurrent)
    return (
      <Button size="compact-xs" variant="default" onClick={() => void signOut(user.id).catch(toastFailure)}>
        Sign out
      </Button>
    )
  return (
    <Button size="compact-xs" variant="default" onClick={end} aria-label={`End the session in ${browser}`}>
      End
    </Button>
  )
}
