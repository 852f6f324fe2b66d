'use client'

import { Drawer, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { Failure } from '~/ui/failure'
import { isRefusal } from './actions'
import { ChangedFacts } from './changes'
import { EventFacts, type Narrow } from './event-facts'

const AuditEventDetail = graphql(`
  query AuditEventDetail($id: ID!) {
    auditEvent(id: $id) {
      ...AuditEventRow
      tokenId
      face
      address
      requestId
      before
      after
      reason
    }
  }
`)

type Props = { opened: boolean; id: string | undefined; onClose: () => void; narrow: Narrow }

/** One event in full, over the list it was found in. */
export function EventDrawer({ opened, id, onClose, narrow }: Props) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Event">
      {id !== undefined && <Event id={id} narrow={narrow} />}
    </Drawer>
  )
}

function Event({ id, narrow }: { id: string; narrow: Narrow }) {
  const { data, error, refetch } = useQuery({
    ...query(AuditEventDetail, { id }),
    staleTime: Infinity,
  })
  if (error)
    return <Failure title="The event could not be loaded" error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  const event = data.auditEvent
  if (!event) return <Text size="sm">The event does not exist, or you do not have access.</Text>
  return (
    <Stack gap="lg">
      <EventFacts event={event} narrow={narrow} />
      <ChangedFacts
        before={event.before}
        after={event.after}
        title={isRefusal(event.action) ? 'Refused request' : undefined}
      />
    </Stack>
  )
}
