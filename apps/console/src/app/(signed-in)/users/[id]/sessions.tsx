'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import { useViewer } from '~/shell/viewer'
import { confirm } from '~/ui/confirm'
import { readPage } from '~/ui/list-state'
import { Section } from '~/ui/section'
import { useEndOtherSessions } from '~/app/(signed-in)/sessions/changes'
import { SessionList } from '~/app/(signed-in)/sessions/session-list'
import { SessionsOfUser } from './queries'

type User = { id: string; username: string }

/** Where a user is signed in; an administrator ends one or all. */
export function SessionsOf({ user: { id, username } }: { user: User }) {
  const page = readPage(useSearchParams())
  const list = useQuery({
    ...query('sessions', SessionsOfUser, { id, page: { number: page, size: 20 } }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.user?.sessions
  const isViewer = useViewer().user.id === id
  return (
    <Section title="Sessions">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            Where {username} is signed in. A new password ends them all.
          </Text>
          {!isViewer && (found?.totalCount ?? 0) > 0 && <EndAll user={{ id, username }} />}
        </Group>
        <SessionList
          {...(!isViewer && { username })}
          page={page}
          list={list}
          found={found}
          onPage={(to) => window.history.pushState(null, '', paths.user(id, { page: to }))}
        />
      </Stack>
    </Section>
  )
}

function EndAll({ user: { id, username } }: { user: User }) {
  const end = useEndOtherSessions()
  const ask = () =>
    confirm({
      title: `End all sessions of ${username}?`,
      children: `${username} has to sign in again everywhere, at once. Tokens stay: revoke all access to end those too.`,
      action: 'End all sessions',
      danger: true,
      askReason: true,
      run: async (reason) =>
        showOutcome(await end.mutateAsync({ id, reason }), `All sessions of ${username} have ended.`),
    })
  return (
    <Button size="xs" variant="default" onClick={ask}>
      End all sessions
    </Button>
  )
}
