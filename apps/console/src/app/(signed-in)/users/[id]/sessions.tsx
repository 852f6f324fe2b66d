'use client'

import { Button, Group, Stack } from '@mantine/core'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import { useViewer } from '~/shell/viewer'
import { Section } from '~/ui/section'
import { SessionList } from '~/app/(signed-in)/sessions/session-list'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import { SessionsOfUser } from './queries'

type User = { id: string; username: string }

/** Where a user is signed in; an administrator ends one or all. */
export function SessionsOf({ user: { id, username } }: { user: User }) {
  const list = useList(SessionsOfUser, {
    noun: 'session',
    variables: { id },
    pick: (data) => data.user?.sessions,
  })
  const isViewer = useViewer().user.id === id
  return (
    <Section title="Sessions">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Note>Where {username} is signed in. A new password ends them all.</Note>
          {!isViewer && (list.found?.totalCount ?? 0) > 0 && <EndAll user={{ id, username }} />}
        </Group>
        <SessionList {...(!isViewer && { username })} {...list} />
      </Stack>
    </Section>
  )
}

function EndAll({ user: { id, username } }: { user: User }) {
  const ask = useAsk()
  const end = () =>
    ask({
      change: change('userSessionsDelete', { id }),
      question: {
        title: `End all sessions of ${username}?`,
        body: `${username} has to sign in again everywhere, at once. Tokens stay: revoke all access to end those too.`,
        confirm: 'End all sessions',
        danger: true,
        reason: true,
      },
      done: `All sessions of ${username} have ended.`,
    })
  return (
    <Button size="xs" variant="default" onClick={end}>
      End all sessions
    </Button>
  )
}
