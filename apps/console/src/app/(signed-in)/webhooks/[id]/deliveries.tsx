'use client'

import { Badge } from '@mantine/core'
import { IconRefresh, IconSend, IconZoomIn } from '@tabler/icons-react'
import type { WebhookDeliveryRowFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAct } from '~/shell/act'
import type { Column } from '~/ui/data-table'
import { openDialog } from '~/ui/dialogs'
import { Empty } from '~/ui/empty'
import { Moment } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'
import { menuColumn } from '~/ui/row-menu'
import { ListSection } from '~/ui/section'
import { Dimmed, Small } from '~/ui/texts'
import { toastFailure } from '~/ui/toast'
import { useList } from '~/ui/use-list'
import { WebhookDeliveryList } from '../queries'
import { triggerLabel } from '../triggers'

type Delivery = WebhookDeliveryRowFragment

const states = {
  PENDING: ['orange', 'Waiting'],
  DELIVERED: ['green', 'Delivered'],
  FAILED: ['red', 'Given up'],
} as const

const columns: readonly Column<Delivery>[] = [
  {
    key: 'event',
    header: 'Event',
    width: 4.5,
    place: 'title',
    cell: ({ type, payload }) => (
      <>
        <div>{triggerLabel(type)}</div>
        <Small>{subjectOf(payload)}</Small>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 2.5,
    cell: ({ status }) => <Badge color={states[status][0]}>{states[status][1]}</Badge>,
  },
  {
    key: 'answer',
    header: 'Answer',
    width: 2,
    cell: ({ responseStatus, problem }) => responseStatus ?? (problem ? 'none' : <Dimmed>not yet</Dimmed>),
  },
  { key: 'attempts', header: 'Attempts', width: 2, cell: ({ attempts }) => attempts },
  { key: 'created', header: 'Created', width: 3.2, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

/** The name of the thing that the event is about. */
function subjectOf(payload: string): string {
  const { data } = JSON.parse(payload) as { data: { subject: { name: string } } }
  return data.subject.name
}

/** What was sent, newest first, and what the receiver answered. */
export function Deliveries({ webhook }: { webhook: { id: string; enabled: boolean; canUpdate: boolean } }) {
  const list = useList(WebhookDeliveryList, {
    noun: ['delivery', 'deliveries'],
    variables: { webhookId: webhook.id },
    pick: (data) => data.webhookDeliveries,
  })
  const actionsOf = useDeliveryActions(webhook)
  return (
    <ListSection title="Deliveries">
      <PagedList
        columns={[...columns, menuColumn(({ id }) => id, actionsOf, 2)]}
        {...list}
        expected={3}
        nothing={
          <Empty icon={IconSend} title="No deliveries yet">
            Each event is listed here for 30 days, with what the receiver answered.
          </Empty>
        }
      />
    </ListSection>
  )
}

function useDeliveryActions({ enabled, canUpdate }: { enabled: boolean; canUpdate: boolean }) {
  const act = useAct()
  return (delivery: Delivery) => [
    { label: 'Show', icon: IconZoomIn, run: () => void show(delivery).catch(toastFailure) },
    ...(canUpdate
      ? [
          act({
            label: 'Send again',
            icon: IconRefresh,
            disabledReason: enabled ? undefined : 'The webhook is disabled',
            change: change('webhookDeliveryResend', { id: delivery.id }),
            question: {
              title: 'Send this event again?',
              body: 'It has the same id as before, by which a receiver knows it again.',
              confirm: 'Send again',
            },
            done: 'The event is on its way.',
          }),
        ]
      : []),
  ]
}

async function show(delivery: Delivery): Promise<void> {
  const { DeliveryFacts } = await import('./delivery-facts')
  await openDialog({
    title: triggerLabel(delivery.type),
    content: () => <DeliveryFacts delivery={delivery} />,
  })
}
