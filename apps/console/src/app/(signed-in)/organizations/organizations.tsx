'use client'

import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { OrganizationRowFragment } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/link-button'
import { orderBy } from '~/ui/list-order'
import { readListState, shownAt } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { menuColumn } from '~/ui/row-menu'
import { useOrganizationActions } from './actions'
import { columns } from './columns'
import { filterOf, flags, orders, words, type OrganizationListState } from './list-state'
import { StatusCounts } from './status-counts'

const OrganizationList = graphql(`
  query OrganizationList(
    $filter: SiteOrganizationFilter!
    $orderBy: SiteOrganizationOrder
    $page: PageInput!
  ) {
    siteOrganizations(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...OrganizationRow
      }
      pageInfo {
        number
        size
        totalPages
      }
      totalCount
      statusCounts {
        total
        active
        disabled
      }
    }
  }
`)

const label = 'Organizations'

const show = shownAt<OrganizationListState>(paths.organizations)

export function Organizations() {
  const state = readListState(useSearchParams(), flags, orders)
  const list = useQuery({
    ...query('organizations', OrganizationList, {
      filter: filterOf(state),
      orderBy: orderBy(state, orders),
      page: { number: state.page, size: 20 },
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.siteOrganizations
  const shown = useColumns()
  const mayCreate = useMay('ORGANIZATIONS_CREATE')

  return (
    <>
      <PageHeader title={label} actions={mayCreate && <NewButton />} />
      <SearchedList
        searchLabel="Search organizations"
        words={words}
        orders={orders}
        state={state}
        onChange={show}
        between={<StatusCounts counts={found?.statusCounts} />}
        label={label}
        columns={shown}
        list={list}
        found={found}
        failureTitle="Organizations could not be loaded"
        noMatch="No organization matches"
        hint="Look for a part of the name or of the e-mail address, or drop a filter."
      >
        <Empty
          icon={<IconBuilding size={28} stroke={1.5} />}
          title="No organizations yet"
          action={mayCreate && <NewButton />}
        >
          People work together in an organization: it has their workspaces, modules and providers.
        </Empty>
      </SearchedList>
    </>
  )
}

const NewButton = () => (
  <LinkButton href={paths.organizationNew()} leftSection={<IconPlus size={16} />}>
    New organization
  </LinkButton>
)

/** The columns, and for those who may change something the menu of each row. */
function useColumns(): readonly Column<OrganizationRowFragment>[] {
  const actionsOf = useOrganizationActions()
  if (!useMay('SITE_ORGANIZATIONS_WRITE')) return columns
  return [...columns, menuColumn(({ name }) => name, actionsOf, 1.4)]
}
