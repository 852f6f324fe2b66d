'use client'

import { Paper } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { useViewer } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import { TextLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { SessionList } from '~/app/(signed-in)/sessions/session-list'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'

const MySessions = graphql(`
  query MySessions($page: PageInput!) {
    viewer {
      user {
        sessions(page: $page) {
          ...SessionPage
        }
      }
    }
  }
`)

/** Page of the reader's sign-ins, where each can be ended. */
export default function SessionsPage() {
  const list = useList(MySessions, { noun: 'session', pick: (data) => data.viewer?.user.sessions })
  return (
    <>
      <PageHeader title="Sessions" actions={<EndOthers areThere={(list.found?.totalCount ?? 0) > 1} />} />
      <Note mb="md">
        Where you are signed in. End any session that you do not recognise, then{' '}
        <TextLink href={paths.password()}>change your password</TextLink>.
      </Note>
      <Paper>
        <SessionList {...list} />
      </Paper>
    </>
  )
}

function EndOthers({ areThere }: { areThere: boolean }) {
  const { user } = useViewer()
  const ask = useAsk()
  const end = () =>
    ask({
      change: change('userSessionsDelete', { id: user.id }),
      question: {
        title: 'End all other sessions?',
        body: 'You stay signed in here. All other browsers have to sign in again. Tokens keep working.',
        confirm: 'End all others',
        danger: true,
      },
      done: 'All other sessions have ended.',
    })
  return (
    <ActionButton
      variant="default"
      leftSection={<IconLogout size={16} />}
      disabledReason={areThere ? undefined : 'You have no other sessions.'}
      onClick={end}
    >
      End all others
    </ActionButton>
  )
}
