'use client'

import { Box, Paper, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { EngineVersionWorkspacesQuery, WorkspaceOrderField } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { inOrder, readListState, shownAt } from '~/ui/list-state'
import { Moment } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'

const EngineVersionWorkspaces = graphql(`
  query EngineVersionWorkspaces($id: ID!, $orderBy: WorkspaceOrder, $page: PageInput!) {
    engineVersion(id: $id) {
      workspaces(orderBy: $orderBy, page: $page) {
        nodes {
          id
          name
          createdAt
          organization {
            id
            name
          }
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

type Workspaces = NonNullable<EngineVersionWorkspacesQuery['engineVersion']>['workspaces']

const columns: readonly Column<Workspaces['nodes'][number]>[] = [
  { key: 'name', header: 'Workspace', width: 4, place: 'title', cell: ({ name }) => name },
  { key: 'organization', header: 'Organization', width: 4, cell: ({ organization }) => organization.name },
  { key: 'created', header: 'Created', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

const orders: ListOrders<WorkspaceOrderField> = {
  fields: { name: 'NAME', organization: 'ORGANIZATION', created: 'CREATED_AT' },
  own: 'name',
}

const label = 'Workspaces on this version'
const pageSize = 10

/** Who uses a version. */
export function UsedBy({ id, usage }: { id: string; usage: number }) {
  const state = readListState(useSearchParams(), [], orders)
  const show = shownAt<typeof state>((asked) => paths.engineVersion(id, asked))
  const list = useQuery({
    ...query('engine-versions', EngineVersionWorkspaces, {
      id,
      orderBy: orderBy(state, orders),
      page: { number: state.page, size: pageSize },
    }),
    placeholderData: keepPreviousData,
    enabled: usage > 0,
  })
  const found = list.data?.engineVersion?.workspaces

  return (
    <Paper component="section" aria-labelledby="used-by">
      <Box p="md" pb="xs">
        <Title order={2} id="used-by">
          Used by
        </Title>
        {usage === 0 && (
          <Text size="sm" c="dimmed" mt="xs" pb="xs">
            No workspace uses this version.
          </Text>
        )}
      </Box>
      {usage > 0 && (
        <PagedList
          label={label}
          columns={columns}
          list={list}
          found={found}
          expected={Math.min(usage, pageSize)}
          failureTitle="The workspaces could not be loaded"
          nothing={null}
          onPage={(page) => show({ ...state, page })}
          sorting={{ orders, order: state.order, onOrder: (order) => show(inOrder(state, order)) }}
        />
      )}
    </Paper>
  )
}
