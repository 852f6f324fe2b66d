'use client'

import { Button, Paper, Text } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useQuickActions } from '~/shell/quick-actions'
import { Empty } from '~/ui/empty'
import { orderBy } from '~/ui/list-order'
import { inOrder, readListState, shownAt } from '~/ui/list-state'
import { NothingToShow } from '~/ui/nothing-to-show'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/paged-list'
import { lazyDialog } from '~/ui/lazy-dialog'
import { useUrlDialog } from '~/ui/url-dialog'
import { columns, orders } from '~/app/(signed-in)/tokens/columns'
import { revokeColumn } from '~/app/(signed-in)/tokens/revoke-button'

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

const AuthenticationTokenCreate = graphql(`
  mutation AuthenticationTokenCreate($input: AuthenticationTokenCreateInput!) {
    authenticationTokenCreate(input: $input) {
      secret
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const label = 'My tokens'

const columnsWithRevoke = [...columns, revokeColumn]

const show = shownAt(paths.tokens)

export function Tokens() {
  const state = readListState(useSearchParams(), [], orders)
  const list = useQuery({
    ...query('tokens', TokenList, {
      orderBy: orderBy(state, orders),
      page: { number: state.page, size: 20 },
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.viewer?.tokens
  const create = useChange(AuthenticationTokenCreate)
  const dialog = useUrlDialog('create')
  useQuickActions([{ label: 'New token', icon: IconPlus, run: () => dialog.open() }])
  const createButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => dialog.open()}>
      New token
    </Button>
  )

  return (
    <>
      <PageHeader title={label} actions={createButton} />
      <Text size="sm" c="dimmed" mb="md">
        The engine&apos;s CLI, scripts and CI sign in with a token. It may do what you may do.
      </Text>
      <Paper>
        <PagedList
          label={label}
          columns={columnsWithRevoke}
          list={list}
          found={found}
          expected={3}
          failureTitle="Your tokens could not be loaded"
          nothing={
            <NothingToShow state={state} totalPages={found?.pageInfo.totalPages ?? 0} onChange={show}>
              <Empty icon={<IconKey size={28} stroke={1.5} />} title="No tokens yet" action={createButton}>
                Make one to use the engine&apos;s CLI or the API from a script.
              </Empty>
            </NothingToShow>
          }
          onPage={(page) => show({ ...state, page })}
          sorting={{ orders, order: state.order, onOrder: (order) => show(inOrder(state, order)) }}
        />
      </Paper>
      <CreateDialog
        opened={dialog.opened}
        onClose={dialog.close}
        actsAs="you"
        aboutDescription="What uses it, such as “laptop” or “nightly build”."
        create={create.mutateAsync}
      />
    </>
  )
}
