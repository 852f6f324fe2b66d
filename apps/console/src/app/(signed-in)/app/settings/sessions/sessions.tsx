'use client'

import { Anchor, Paper, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import { useViewer } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import { confirm } from '~/ui/confirm'
import { readPage } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { useEndOtherSessions } from '~/app/(signed-in)/sessions/changes'
import { SessionList } from '~/app/(signed-in)/sessions/session-list'

const MySessions = graphql(`
  query MySessions($page: PageInput!) {
    viewer {
      user {
        id
        sessions(page: $page) {
          nodes {
            ...SessionRow
          }
          pageInfo {
            number
            size
            totalPages
          }
          totalCount
        }
      }
    }
  }
`)

const show = (page: number): void => window.history.pushState(null, '', paths.sessions({ page }))

/** Where the reader is signed in, and the way to end that from here. */
export function Sessions() {
  const page = readPage(useSearchParams())
  const list = useQuery({
    ...query('sessions', MySessions, { page: { number: page, size: 20 } }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.viewer?.user.sessions
  return (
    <>
      <PageHeader title="Sessions" actions={<EndOthers areThere={(found?.totalCount ?? 0) > 1} />} />
      <Text size="sm" c="dimmed" mb="md">
        Where you are signed in. End any that you do not recognise; this takes effect at once. Then{' '}
        <Anchor component={Link} href={paths.password()} inherit underline="always">
          change your password
        </Anchor>
        .
      </Text>
      <Paper>
        <SessionList page={page} list={list} found={found} onPage={show} />
      </Paper>
    </>
  )
}

function EndOthers({ areThere }: { areThere: boolean }) {
  const { user } = useViewer()
  const end = useEndOtherSessions()
  const ask = () =>
    confirm({
      title: 'End all other sessions?',
      children:
        'You stay signed in here. Everywhere else the password is asked for again, at once. Tokens stay.',
      action: 'End all others',
      danger: true,
      run: async () => showOutcome(await end.mutateAsync({ id: user.id }), 'All other sessions have ended.'),
    })
  return (
    <ActionButton
      variant="default"
      leftSection={<IconLogout size={16} />}
      disabledReason={areThere ? undefined : 'You are signed in here alone.'}
      onClick={ask}
    >
      End all others
    </ActionButton>
  )
}
