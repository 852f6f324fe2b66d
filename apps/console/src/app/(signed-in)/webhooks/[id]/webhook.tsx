'use client'

import { useQuery } from '@tanstack/react-query'
import type { WebhookDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { BesideFacts } from '~/ui/beside-facts'
import { Crumbs } from '~/ui/crumbs'
import { recordFacts, type Fact } from '~/ui/fact-list'
import { lazyDialog } from '~/ui/lazy-dialog'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { useUrlDialog } from '~/ui/url-dialog'
import { useWebhookActions } from '../actions'
import { WebhookDetail } from '../queries'
import { WebhookState } from '../state'
import { triggerLabel } from '../triggers'
import { Deliveries } from './deliveries'

const EditWebhookDialog = lazyDialog(async () => (await import('../edit-dialog')).EditWebhookDialog)

type Found = NonNullable<WebhookDetailQuery['webhook']>

/** A webhook: where it leads, which events it asks for, and what became of each. */
export function WebhookPage({ id, initial }: { id: string; initial: WebhookDetailQuery }) {
  const { data } = useQuery({ ...query(WebhookDetail, { id }), initialData: initial })
  // Deleted a moment ago: the page is about to be left.
  const webhook = data.webhook ?? initial.webhook
  return webhook ? <Detail webhook={webhook} /> : null
}

function Detail({ webhook }: { webhook: Found }) {
  const router = useRouter()
  const dialog = useUrlDialog('edit')
  const { organization, name, canUpdate } = webhook
  const list = organization === null ? paths.webhooks() : paths.organizationWebhooks(organization.name)
  const actionsOf = useWebhookActions(
    () => dialog.open(),
    () => router.push(list),
  )
  const trail = [
    ...(organization === null
      ? []
      : [{ label: organization.name, path: paths.organization(organization.name) }]),
    { label: 'Webhooks', path: list },
  ]
  return (
    <>
      <Crumbs trail={trail} />
      <PageHeader
        title={name}
        tab={`${name} · Webhooks`}
        beside={<WebhookState webhook={webhook} />}
        actions={canUpdate && <PageActions actions={actionsOf(webhook)} />}
      />
      <BesideFacts labelWidth="6.5rem" facts={factsOf(webhook)}>
        <Deliveries webhook={webhook} />
      </BesideFacts>
      {canUpdate && <EditWebhookDialog webhook={webhook} opened={dialog.opened} onClose={dialog.close} />}
    </>
  )
}

const factsOf = (webhook: Found): Fact[] => [
  ['Address', webhook.url],
  ['Events', webhook.triggers.map(triggerLabel).join(', ')],
  ...(webhook.failingSince === null
    ? []
    : [['Failing since', <Moment key="failing" at={webhook.failingSince} />] as const]),
  ...(webhook.formerSecretUntil === null
    ? []
    : [['Old secret', <Moment key="former" at={webhook.formerSecretUntil} />] as const]),
  ...recordFacts(webhook),
]
