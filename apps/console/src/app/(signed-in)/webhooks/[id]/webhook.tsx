'use client'

import { Box } from '@mantine/core'
import { IconEdit, IconKey, IconRefresh, IconSend, IconZoomIn } from '@tabler/icons-react'
import { useEffect } from 'react'
import { graphql } from '~/data/generated'
import type { WebhookDetailQuery, WebhookRowFragment } from '~/data/generated/graphql'
import { change, useInvalidate } from '~/data/use-change'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'
import { DetailLayout } from '~/ui/detail-layout'
import { Crumbs } from '~/ui/crumbs'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { openDialog } from '~/ui/dialogs/dialogs'
import { Empty } from '~/ui/feedback/empty'
import { type Facts, recordFacts } from '~/ui/fact-list'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { Moment, momentColumn } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { menuColumn } from '~/ui/lists/row-menu'
import { ListSection } from '~/ui/section'
import { StateDot } from '~/ui/feedback/state-dot'
import { Exact, Nothing, Small } from '~/ui/texts'
import { toastFailure } from '~/ui/feedback/toast'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { WebhookDetail } from '../queries'
import { RecentDeliveries } from '../recent-deliveries'
import { triggerLabel, WebhookState } from '../state'
import type { Delivery } from './delivery-facts'

const EditWebhookDialog = lazyDialog(async () => (await import('../dialogs')).EditWebhookDialog)

type Found = NonNullable<WebhookDetailQuery['webhook']>

function useWebhookActions(onEdit: () => void, onDeleted: () => void) {
  const act = useAct()
  return ({ id, name, enabled }: WebhookRowFragment): Action[] => [
    act({
      label: 'Send test event',
      icon: IconSend,
      disabledReason: enabled ? undefined : 'The webhook is disabled',
      change: change('webhookTest', { id }),
      done: 'The test event is on its way.',
    }),
    { label: 'Edit', icon: IconEdit, run: onEdit },
    act({
      label: 'Rotate secret',
      icon: IconKey,
      change: change('webhookRotateSecret', { id }),
      question: {
        title: `Rotate the secret of ${name}?`,
        body: 'A new secret is shown once. For a day, events are signed with the current one too.',
        confirm: 'Rotate secret',
        reason: true,
      },
      done: ({ secret }) => void showSecret(name, secret ?? ''),
    }),
    deletion(act, {
      name,
      short: 'webhook',
      change: change('webhookDelete', { id }),
      body: 'Its deliveries are deleted too. Pending events are not sent.',
      after: onDeleted,
    }),
  ]
}

async function showSecret(name: string, secret: string): Promise<void> {
  const { WebhookSecret } = await import('../dialogs')
  await openDialog({
    title: `The new secret of ${name}`,
    closeOnClickOutside: false,
    content: (close) => <WebhookSecret secret={secret} onDone={close} />,
  })
}

/** A webhook: where it leads, which events it asks for, and what became of each. */
export function WebhookPage({ id, initial }: { id: string; initial: WebhookDetailQuery }) {
  const { found: webhook } = useFound(WebhookDetail, { id }, initial, (data) => data.webhook)
  const router = useRouter()
  const dialog = useUrlDialog('edit')
  const { organization, name, canUpdate } = webhook
  const list = organization === null ? paths.webhooks() : paths.organizationWebhooks(organization.name)
  const actionsOf = useWebhookActions(
    () => dialog.open(),
    () => router.push(list),
  )
  return (
    <>
      {/* In an organization the section links lead there. */}
      {organization === null && <Crumbs trail={[{ label: 'Webhooks', path: list }]} />}
      <PageHeader
        title={name}
        tab={`${name} · Webhooks${organization === null ? '' : ` · ${organization.name}`}`}
        afterTitle={<WebhookState webhook={webhook} />}
        actions={canUpdate && <PageActions actions={actionsOf(webhook)} />}
      />
      <DetailLayout labelWidth="6.5rem" facts={factsOf(webhook)}>
        <Deliveries webhook={webhook} />
      </DetailLayout>
      {canUpdate && <EditWebhookDialog webhook={webhook} opened={dialog.opened} onClose={dialog.close} />}
    </>
  )
}

const factsOf = (webhook: Found): Facts => [
  ['Address', <Exact key="address">{webhook.url}</Exact>],
  ['Events', webhook.triggers.map(triggerLabel).join(', ')],
  webhook.failingSince !== null && ['Failing since', <Moment key="failing" at={webhook.failingSince} />],
  webhook.formerSecretUntil !== null && [
    'Old secret',
    <Moment key="former" at={webhook.formerSecretUntil} />,
  ],
  ...recordFacts(webhook),
]

const WebhookDeliveryList = graphql(`
  query WebhookDeliveryList($webhookId: ID!, $page: PageInput!) {
    webhookDeliveries(webhookId: $webhookId, page: $page) {
      nodes {
        id
        type
        payload
        status
        attempts
        nextAttemptAt
        createdAt
        lastAttemptAt
        responseStatus
        responseBody
        problem
      }
    }
  }
`)

const states = {
  PENDING: ['idle', 'Waiting'],
  DELIVERED: ['good', 'Delivered'],
  FAILED: ['bad', 'Given up'],
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
    place: 'below',
    cell: ({ status }) => <StateDot tone={states[status][0]}>{states[status][1]}</StateDot>,
  },
  {
    key: 'answer',
    header: 'Answer',
    width: 2,
    cell: ({ responseStatus }) => responseStatus ?? <Nothing />,
  },
  numberColumn('attempts', 'Attempts', 2, ({ attempts }) => attempts),
  momentColumn('created', 'Created', 3.2, ({ createdAt }) => createdAt),
]

type Payload = { data: { subject: { name: string }; attributes?: Record<string, unknown> | null } }

/** The name of the thing that the event is about, and how an engine version stands after it: `1.9.0, deprecated`. */
function subjectOf(payload: string): string {
  const { subject, attributes } = (JSON.parse(payload) as Payload).data
  const states = [
    ...(attributes?.['enabled'] === false ? ['disabled'] : []),
    ...(attributes?.['deprecated'] === true ? ['deprecated'] : []),
  ]
  return [subject.name, ...states].join(', ')
}

/** Time between two looks for an outcome that is to come, in milliseconds. */
const pause = 2000

/** Time before an attempt from which its outcome is looked for: the first two follow within it, in milliseconds. */
const soon = 30_000

/** Loads the page again and again while an attempt is under way or comes soon: who sends a test event waits for its outcome. */
function useOutcomes(deliveries: readonly Delivery[] = []): void {
  const invalidate = useInvalidate()
  const next = Math.min(
    ...deliveries.map(({ nextAttemptAt }) => (nextAttemptAt === null ? Infinity : Date.parse(nextAttemptAt))),
  )
  useEffect(() => {
    if (next === Infinity) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && next - Date.now() <= soon) void invalidate()
    }, pause)
    return () => clearInterval(timer)
  }, [next, invalidate])
}

/** Deliveries with the receiver's responses, newest first. */
function Deliveries({ webhook }: { webhook: Found }) {
  const list = useList(WebhookDeliveryList, {
    noun: ['delivery', 'deliveries'],
    variables: { webhookId: webhook.id },
    pick: (data) => data.webhookDeliveries,
  })
  useOutcomes(list.found?.nodes)
  const actionsOf = useDeliveryActions(webhook)
  return (
    <ListSection
      title="Deliveries"
      about={
        webhook.recentDeliveries.length > 0 && (
          <Box my="xs">
            <RecentDeliveries deliveries={webhook.recentDeliveries} />
          </Box>
        )
      }
    >
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
              body: 'It keeps its id, so the receiver can recognise it.',
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
