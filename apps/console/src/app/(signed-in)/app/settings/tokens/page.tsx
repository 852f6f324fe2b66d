'use client'

import { Button, Paper } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { useQuickActions } from '~/shell/quick-actions'
import { KeysDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { columns, orders } from '~/app/(signed-in)/tokens/columns'
import { revokeColumn } from '~/app/(signed-in)/tokens/revoke-button'
import { presetsIn, presetParameters } from '~/app/(signed-in)/tokens/token-presets'

const CreateDialog = lazyDialog(
  async () => (await import('~/app/(signed-in)/tokens/create-dialog')).CreateDialog,
)

const TokenList = graphql(`
  query TokenList($orderBy: AuthenticationTokenOrder, $page: PageInput!) {
    viewer {
      tokens(orderBy: $orderBy, page: $page) {
        nodes {
          ...TokenRow
        }
      }
    }
  }
`)

const label = 'My tokens'

const columnsWithRevoke = [...columns, revokeColumn]

export default function TokensPage() {
  const list = useList(TokenList, { noun: 'token', orders, pick: (data) => data.viewer?.tokens })
  const create = useChange('authenticationTokenCreate')
  const dialog = useUrlDialog('create', presetParameters)
  useQuickActions([{ label: 'New token', icon: IconPlus, run: () => dialog.open() }])
  const createButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => dialog.open()}>
      New token
    </Button>
  )

  return (
    <>
      <PageHeader title={label} actions={createButton} />
      <Note mb="md">The engine&apos;s CLI, scripts and CI sign in with a token. It has your rights.</Note>
      <Paper>
        <PagedList
          label={label}
          columns={columnsWithRevoke}
          {...list}
          expected={3}
          failureTitle="Your tokens could not be loaded"
          nothing={
            <Empty icon={KeysDrawing} title="No tokens yet" action={createButton}>
              Create one to use the engine&apos;s CLI or the API from a script.
            </Empty>
          }
        />
      </Paper>
      <CreateDialog
        opened={dialog.opened}
        onClose={dialog.close}
        holder="acts as you"
        purposes={['cli', 'publish', 'state', 'other']}
        presets={presetsIn(useSearchParams())}
        aboutDescription="What uses it, such as “laptop” or “nightly build”."
        create={create.mutateAsync}
      />
    </>
  )
}
