'use client'

import { Paper } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { WebhookRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { ActionButton } from '~/ui/action-button'
import type { Column } from '~/ui/lists/data-table'
import { WebhooksDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { nameColumn } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { firstNames } from '~/ui/text'
import { Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { WebhookList } from './queries'
import { RecentDeliveries } from './recent-deliveries'
import { triggerLabel, WebhookState } from './state'

const CreateWebhookDialog = lazyDialog(async () => (await import('./dialogs')).CreateWebhookDialog)

const label = 'Webhooks'

const columnsOf = (organization: string | undefined): readonly Column<WebhookRowFragment>[] => [
  nameColumn('Name', 3, ({ id }) =>
    organization === undefined ? paths.webhook(id) : paths.organizationWebhook(organization, id),
  ),
  {
    key: 'state',
    header: 'State',
    width: 3,
    place: 'below',
    cell: (webhook) => <WebhookState webhook={webhook} quiet />,
  },
  { key: 'url', header: 'Address', width: 5, place: 'below', cell: ({ url }) => url },
  {
    key: 'triggers',
    header: 'Events',
    width: 3,
    place: 'wide',
    cell: ({ triggers }) => firstNames(triggers.map(triggerLabel), 1),
  },
  {
    key: 'recent',
    header: 'Last deliveries',
    width: 4,
    cell: ({ recentDeliveries }) => <RecentDeliveries deliveries={recentDeliveries} />,
  },
]

/** The webhooks of an organization; without one those of the site. */
export function Webhooks({ organization, mayWrite }: { organization?: string; mayWrite: boolean }) {
  const list = useList(WebhookList, {
    noun: 'webhook',
    variables: { organization: organization ?? null },
    pick: (data) => data.webhooks,
  })
  const dialog = useUrlDialog('create')
  const addButton = (
    <ActionButton
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.open()}
      disabledReason={mayWrite ? undefined : 'You may not create webhooks here'}
    >
      New webhook
    </ActionButton>
  )
  return (
    <>
      <PageHeader
        title={label}
        tab={organization === undefined ? label : `${label} · Settings · ${organization}`}
        actions={addButton}
      />
      <Note mb="md">
        {organization === undefined
          ? 'Receive the events of the site and of all organizations.'
          : 'Receive the events of this organization, and changes of engine versions.'}
      </Note>
      <Paper>
        <PagedList
          columns={columnsOf(organization)}
          {...list}
          expected={2}
          nothing={
            <Empty icon={WebhooksDrawing} title="No webhooks yet" action={addButton}>
              A webhook sends signed events to your address.
            </Empty>
          }
        />
      </Paper>
      {mayWrite && (
        <CreateWebhookDialog organization={organization} opened={dialog.opened} onClose={dialog.close} />
      )}
    </>
  )
}
