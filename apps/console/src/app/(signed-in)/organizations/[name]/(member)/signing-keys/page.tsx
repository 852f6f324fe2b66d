'use client'

import { Code, Group, Paper } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { SigningKeyListQuery } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { ActionButton } from '~/ui/action-button'
import { Copy } from '~/ui/copy'
import type { Column } from '~/ui/lists/data-table'
import { KeysDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { userText } from '~/ui/user-text'
import { ListMoment, momentColumn } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { menuColumn } from '~/ui/lists/row-menu'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { StateDot, States } from '~/ui/feedback/state-dot'
import { Note, Nothing } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

const AddKeyDialog = lazyDialog(async () => (await import('./add-key-dialog')).AddKeyDialog)

const SigningKeyList = graphql(`
  query SigningKeyList($name: String!, $page: PageInput!) {
    organization(name: $name) {
      gpgKeys(page: $page) {
        nodes {
          id
          keyId
          asciiArmor
          userIds
          expiresAt
          createdAt
        }
      }
    }
  }
`)

type Key = NonNullable<SigningKeyListQuery['organization']>['gpgKeys']['nodes'][number]

const label = 'Signing keys'

const ownersOnly =
  'Only owners add and delete signing keys, so that people who publish a provider cannot also vouch for it.'

/** Time in milliseconds before an expiry that counts as soon. */
const soon = 30 * 24 * 60 * 60 * 1000

const columns: readonly Column<Key>[] = [
  {
    key: 'key',
    header: 'Key',
    width: 6,
    place: 'title',
    cell: ({ keyId, asciiArmor }) => (
      <Group gap={6} wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{keyId}</Code>
        <Copy text={asciiArmor} what={`the public key ${keyId}`} />
      </Group>
    ),
  },
  {
    key: 'owner',
    header: 'Owner',
    width: 5,
    cell: ({ userIds }) =>
      userIds.length === 0 ? <Nothing /> : userIds.map((each) => <div key={each}>{userText(each)}</div>),
  },
  {
    key: 'expires',
    header: 'Expires',
    width: 3.5,
    cell: ({ expiresAt }) =>
      expiresAt === null ? (
        <Nothing />
      ) : (
        <States>
          {Date.parse(expiresAt) <= Date.now() ? (
            <StateDot tone="bad">Expired</StateDot>
          ) : (
            Date.parse(expiresAt) - Date.now() < soon && <StateDot tone="warning">Expires soon</StateDot>
          )}
          <ListMoment at={expiresAt} />
        </States>
      ),
  },
  momentColumn('added', 'Added', 3, ({ createdAt }) => createdAt),
]

/** The public keys that the versions of private providers are signed with. */
export default function SigningKeysPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('SIGNING_KEYS_WRITE')
  const list = useList(SigningKeyList, {
    noun: 'signing key',
    variables: { name },
    pick: (data) => data.organization?.gpgKeys,
  })
  const dialog = useUrlDialog('add')
  const act = useAct()
  const disabledReason = mayWrite ? undefined : ownersOnly
  const actionsOf = ({ id, keyId }: Key) => [
    deletion(act, {
      name: `the key ${keyId}`,
      short: 'key',
      disabledReason,
      change: change('gpgKeyDelete', { id }),
      body: 'Versions of providers that are signed with it can no longer be installed, until the key is added again.',
      done: `The key ${keyId} is deleted.`,
    }),
  ]
  const addButton = (
    <ActionButton
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.open()}
      disabledReason={disabledReason}
    >
      Add a key
    </ActionButton>
  )
  return (
    <>
      <PageHeader title={label} tab={`${label} · ${name}`} actions={addButton} />
      <Note mb="md">
        All who install a private provider trust these keys. Keep their secret halves where releases are made.
      </Note>
      <Paper>
        <PagedList
          columns={[...columns, menuColumn(({ keyId }) => keyId, actionsOf, 1.5)]}
          {...list}
          expected={2}
          nothing={
            <Empty icon={KeysDrawing} title="No signing keys yet" action={addButton}>
              A private provider can be installed once its checksums are signed with a key from here.
            </Empty>
          }
        />
      </Paper>
      {mayWrite && <AddKeyDialog opened={dialog.opened} onClose={dialog.close} />}
    </>
  )
}
