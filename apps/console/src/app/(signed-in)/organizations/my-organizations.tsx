'use client'

import { Paper } from '@mantine/core'
import { IconBuilding, IconDoorExit } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { MyOrganizationListQuery, OrganizationOrderField } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { NameLink, NewButton } from '~/ui/links'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { inOrder } from '~/ui/list-state'
import { WithMonogram } from '~/ui/monogram'
import { Moment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/paged-list'
import { menuColumn } from '~/ui/row-menu'
import { useListState } from '~/ui/use-list-state'
import { useAskToLeave } from './leave'

const MyOrganizationList = graphql(`
  query MyOrganizationList($orderBy: OrganizationOrder, $page: PageInput!) {
    viewer {
      organizations(orderBy: $orderBy, page: $page) {
        nodes {
          id
          name
          email
          createdAt
          permissions
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
    }
  }
`)

type Row = NonNullable<MyOrganizationListQuery['viewer']>['organizations']['nodes'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 4,
    place: 'title',
    cell: ({ name }) => (
      <WithMonogram of="organization" name={name}>
        <NameLink href={paths.organization(name)}>{name}</NameLink>
      </WithMonogram>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    width: 2,
    cell: ({ permissions }) => (permissions.includes('ORGANIZATIONS_WRITE') ? 'Owner' : 'Member'),
  },
  { key: 'email', header: 'Notifications', width: 4, cell: ({ email }) => email },
  { key: 'created', header: 'Created', width: 2.6, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

const label = 'Organizations'

const orders: ListOrders<OrganizationOrderField> = {
  fields: { name: 'NAME', email: 'EMAIL', created: 'CREATED_AT' },
  own: 'name',
}

/** Where the viewer belongs; for those who do not run the site. */
export function MyOrganizations() {
  const { state, onChange } = useListState({ orders })
  const list = useQueryKeepingPrevious(MyOrganizationList, {
    orderBy: orderBy(state, orders),
    page: { number: state.page, size: 20 },
  })
  const found = list.data?.viewer?.organizations
  const shown = useColumns()
  const newButton = useMay('ORGANIZATIONS_CREATE') && (
    <NewButton href={paths.organizationNew()}>New organization</NewButton>
  )
  return (
    <>
      <PageHeader title={label} actions={newButton} />
      <Paper>
        <PagedList
          label={label}
          columns={shown}
          list={list}
          found={found}
          expected={3}
          failureTitle="Your organizations could not be loaded"
          nothing={
            <Empty icon={IconBuilding} title="You are not in an organization yet" action={newButton}>
              An owner of one can invite you by your e-mail address.
            </Empty>
          }
          sorting={{ orders, order: state.order, onOrder: (order) => onChange(inOrder(state, order)) }}
        />
      </Paper>
    </>
  )
}

/** The columns, and the menu of each row. */
function useColumns(): readonly Column<Row>[] {
  const askToLeave = useAskToLeave(() => undefined)
  const leave = (name: string) => ({
    label: `Leave ${name}`,
    icon: IconDoorExit,
    danger: true,
    run: () => askToLeave(name),
  })
  return [
    ...columns,
    menuColumn(
      ({ name }) => name,
      ({ name }) => [leave(name)],
      1.4,
    ),
  ]
}
