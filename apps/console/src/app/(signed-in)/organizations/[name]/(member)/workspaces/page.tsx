'use client'

import { IconBox } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { WorkspaceOrderField, WorkspaceRowFragment } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { NewButton } from '~/ui/links'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { Moment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { menuColumn } from '~/ui/row-menu'
import { Small } from '~/ui/texts'
import { useListState } from '~/ui/use-list-state'
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
          ...PageFacts
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
        {description !== null && <Small>{description}</Small>}
      </>
    ),
  },
  { key: 'version', header: 'Engine version', width: 3, cell: ({ engineVersion }) => engineVersion },
  { key: 'created', header: 'Created', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

/** The workspaces of the organization, and the engine version of each. */
export default function WorkspacesPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('WORKSPACES_WRITE')
  const narrowing = useListState({ orders })
  const { state } = narrowing
  const list = useQueryKeepingPrevious(WorkspaceList, {
    name,
    search: state.search,
    orderBy: orderBy(state, orders),
    page: { number: state.page, size: 20 },
  })
  const found = list.data?.organization?.workspaces
  const actionsOf = useWorkspaceActions()
  const newButton = mayWrite && <NewButton href={paths.workspaceNew(name)}>New workspace</NewButton>
  return (
    <>
      <PageHeader title={label} tab={`${label} · ${name}`} actions={newButton} />
      <SearchedList
        searchLabel="Search workspaces"
        {...narrowing}
        label={label}
        columns={mayWrite ? [...columns, menuColumn((row) => row.name, actionsOf, 1.5)] : columns}
        list={list}
        found={found}
        expected={5}
        failureTitle="The workspaces could not be loaded"
        noMatch="No workspace matches"
        hint="Look for a part of the name."
      >
        <Empty icon={IconBox} title="No workspaces yet" action={newButton}>
          A workspace runs the engine, in the version that it names.
        </Empty>
      </SearchedList>
    </>
  )
}
