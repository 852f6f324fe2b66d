'use client'

import { Anchor, Paper } from '@mantine/core'
import { IconBuilding, IconDoorExit, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { MyOrganizationListQuery, OrganizationOrderField } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/link-button'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { inOrder, readListState, shownAt } from '~/ui/list-state'
import { Moment } from '~/ui/moment'
import { NothingToShow } from '~/ui/nothing-to-show'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/paged-list'
import { menuColumn } from '~/ui/row-menu'
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
          number
          size
          totalPages
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
      <Anchor component={Link} href={paths.organization(name)} fw={600} inherit>
        {name}
      </Anchor>
    ),
  },
  {
    key: 'role',
    header: 'You are',
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

const show = shownAt(paths.organizations)

/** Where the viewer belongs; for those who do not run the site. */
export function MyOrganizations() {
  const state = readListState(useSearchParams(), [], orders)
  const list = useQuery({
    ...query('viewer', MyOrganizationList, {
      orderBy: orderBy(state, orders),
      page: { number: state.page, size: 20 },
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.viewer?.organizations
  const shown = useColumns()
  const newButton = useMay('ORGANIZATIONS_CREATE') && (
    <LinkButton href={paths.organizationNew()} leftSection={<IconPlus size={16} />}>
      New organization
    </LinkButton>
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
            <NothingToShow state={state} totalPages={found?.pageInfo.totalPages ?? 0} onChange={show}>
              <Empty
                icon={<IconBuilding size={28} stroke={1.5} />}
                title="You belong to no organization yet"
                action={newButton}
              >
                An owner of one can invite you by your e-mail address.
              </Empty>
            </NothingToShow>
          }
          onPage={(page) => show({ ...state, page })}
          sorting={{ orders, order: state.order, onOrder: (order) => show(inOrder(state, order)) }}
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
