'use client'

import { Text } from '@mantine/core'
import { IconBox, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { WorkspaceOrderField, WorkspaceRowFragment } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/link-button'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { readListState, shownAt } from '~/ui/list-state'
import { Moment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { menuColumn } from '~/ui/row-menu'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useWorkspaceActions } from './actions'

export const WorkspaceRow = graphql(`
  fragment WorkspaceRow on Workspace {
    id
    name
    description
    engineVersion
    createdAt
    canUpdate
    canDelete
  }
`)

const WorkspaceList = graphql(`
  query WorkspaceList($name: String!, $search: String, $orderBy: WorkspaceOrder, $page: PageInput!) {
    organization(name: $name) {
      workspaces(search: $search, orderBy: $orderBy, page: $page) {
        nodes {
          ...WorkspaceRow
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

const label = 'Workspaces'

const orders: ListOrders<WorkspaceOrderField> = {
  fields: { name: 'NAME', version: 'ENGINE_VERSION', created: 'CREATED_AT' },
  own: 'name',
}

const columns: readonly Column<WorkspaceRowFragment>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 5,
    place: 'title',
    cell: ({ name, description }) => (
      <>
        {name}
        {description !== null && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </>
    ),
  },
  { key: 'version', header: 'Engine version', width: 3, cell: ({ engineVersion }) => engineVersion },
  { key: 'created', header: 'Created', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

/** The workspaces of the organization, and the engine version of each. */
export function OrganizationWorkspaces() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('WORKSPACES_WRITE')
  const state = readListState(useSearchParams(), [], orders)
  const show = shownAt<typeof state>((query) => paths.workspaces(name, query))
  const list = useQuery({
    ...query('organizations', WorkspaceList, {
      name,
      search: state.search,
      orderBy: orderBy(state, orders),
      page: { number: state.page, size: 20 },
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.organization?.workspaces
  const actionsOf = useWorkspaceActions()
  const newButton = mayWrite && (
    <LinkButton href={paths.workspaceNew(name)} leftSection={<IconPlus size={16} />}>
      New workspace
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={label} actions={newButton} />
      <SearchedList
        searchLabel="Search workspaces"
        words={{}}
        orders={orders}
        state={state}
        onChange={show}
        label={label}
        columns={mayWrite ? [...columns, menuColumn((row) => row.name, actionsOf, 1.5)] : columns}
        list={list}
        found={found}
        expected={5}
        failureTitle="The workspaces could not be loaded"
        noMatch="No workspace matches"
        hint="Look for a part of the name."
      >
        <Empty icon={<IconBox size={28} stroke={1.5} />} title="No workspaces yet" action={newButton}>
          A workspace runs the engine, in the version that it names.
        </Empty>
      </SearchedList>
    </>
  )
}
