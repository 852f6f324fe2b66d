'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { OpenSharingRequestsFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import { userText } from '~/ui/user-text'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { Ago } from '~/ui/moment'
import { useMayHere } from './own-organization'

const AskForSharingDialog = lazyDialog(
  async () => (await import('./ask-for-sharing-dialog')).AskForSharingDialog,
)

export const OpenSharingRequests = graphql(`
  fragment OpenSharingRequests on SharingRequestConnection {
    nodes {
      id
      producer
      createdAt
    }
  }
`)

/** Sharing requests of owners to the site administrators, and a button for a new one; for owners only. */
export function SharingRequests({ requests }: { requests: OpenSharingRequestsFragment | null }) {
  const mayAsk = useMayHere('ORGANIZATIONS_WRITE')
  const [isAsking, setAsking] = useState(false)
  if (!mayAsk) return null
  return (
    <Stack gap="xs" align="flex-start">
      {(requests?.nodes ?? []).map((request) => (
        <OpenRequest key={request.id} request={request} />
      ))}
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Ask the site administrators
      </Button>
      <AskForSharingDialog opened={isAsking} onClose={() => setAsking(false)} />
    </Stack>
  )
}

function OpenRequest({ request }: { request: OpenSharingRequestsFragment['nodes'][number] }) {
  const { id, producer, createdAt } = request
  const ask = useAsk()
  const withdraw = () =>
    ask({ change: change('sharingRequestWithdraw', { id }), done: 'The request is withdrawn.' })
  return (
    <Group gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Asked for the modules of <strong>{userText(producer)}</strong>, <Ago at={createdAt} />.
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={withdraw}
        aria-label={`Withdraw the request for the modules of ${producer}`}
      >
        Withdraw
      </Button>
    </Group>
  )
}
