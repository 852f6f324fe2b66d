'use client'

import { Code, Group, Paper, Text } from '@mantine/core'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { SigningKeyListQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import { ActionButton } from '~/ui/action-button'
import { confirm } from '~/ui/confirm'
import { Copy } from '~/ui/copy'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { emptyListState, readPage } from '~/ui/list-state'
import { Moment } from '~/ui/moment'
import { NothingToShow } from '~/ui/nothing-to-show'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/paged-list'
import { menuColumn } from '~/ui/row-menu'
import { lazyDialog } from '~/ui/lazy-dialog'
import { useUrlDialog } from '~/ui/url-dialog'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useDeleteKey } from './changes'

const AddKeyDialog = lazyDialog(async () => (await import('./add-key-dialog')).AddKeyDialog)

const SigningKeyList = graphql(`
  query SigningKeyList($name: String!, $page: PageInput!) {
    organization(name: $name) {
      gpgKeys(page: $page) {
        nodes {
          id
          keyId
          asciiArmor
          createdAt
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
`)

type Key = NonNullable<SigningKeyListQuery['organization']>['gpgKeys']['nodes'][number]

const label = 'Signing keys'

const ownersOnly =
  'Only owners add and delete signing keys, so that who publishes a provider cannot vouch for it too.'

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
  { key: 'added', header: 'Added', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

/** The public keys that the versions of private providers are signed with. */
export function SigningKeys() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('SIGNING_KEYS_WRITE')
  const page = readPage(useSearchParams())
  const list = useQuery({
    ...query('organizations', SigningKeyList, { name, page: { number: page, size: 20 } }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.organization?.gpgKeys
  const show = (number: number) =>
    window.history.pushState(null, '', paths.signingKeys(name, { page: number }))
  const dialog = useUrlDialog('add')
  const actionsOf = useKeyActions(mayWrite ? undefined : ownersOnly)
  const addButton = (
    <ActionButton
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.open()}
      disabledReason={mayWrite ? undefined : ownersOnly}
    >
      Add a key
    </ActionButton>
  )
  return (
    <>
      <PageHeader title={label} actions={addButton} />
      <Text size="sm" c="dimmed" mb="md">
        All who install a private provider trust these keys. Keep their secret halves where releases are made.
      </Text>
      <Paper>
        <PagedList
          label={label}
          columns={[...columns, menuColumn(({ keyId }) => keyId, actionsOf, 1.5)]}
          list={list}
          found={found}
          expected={2}
          failureTitle="The signing keys could not be loaded"
          nothing={
            <NothingToShow
              state={{ ...emptyListState, page }}
              totalPages={found?.pageInfo.totalPages ?? 0}
              onChange={(state) => show(state.page)}
            >
              <Empty icon={<IconKey size={28} stroke={1.5} />} title="No signing keys yet" action={addButton}>
                A private provider can be installed once its checksums are signed with a key from here.
              </Empty>
            </NothingToShow>
          }
          onPage={show}
        />
      </Paper>
      {mayWrite && <AddKeyDialog opened={dialog.opened} onClose={dialog.close} />}
    </>
  )
}

function useKeyActions(disabledReason: string | undefined) {
  const remove = useDeleteKey()
  return ({ id, keyId }: Key) => [
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      disabledReason,
      run: () =>
        confirm({
          title: `Delete the key ${keyId}?`,
          children:
            'Versions of providers that are signed with it can no longer be installed, until the key is added again.',
          action: 'Delete key',
          danger: true,
          askReason: true,
          run: async (reason) =>
            showOutcome(await remove.mutateAsync({ id, reason }), `The key ${keyId} is deleted.`),
        }),
    },
  ]
}
