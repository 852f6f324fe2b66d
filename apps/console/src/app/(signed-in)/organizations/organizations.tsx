'use client'

import { IconBuilding } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { OrganizationRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { NewButton } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { List } from '~/ui/list'
import { menuColumn } from '~/ui/row-menu'
import { useList } from '~/ui/use-list'
import { useOrganizationActions } from './actions'
import { columns } from './columns'
import { filterOf, orders, words } from './list-state'
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
        ...PageFacts
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

export function Organizations() {
  const list = useList(OrganizationList, {
    noun: 'organization',
    name: 'organizations',
    words,
    orders,
    variables: (state) => ({ filter: filterOf(state) }),
    pick: (data) => data.siteOrganizations,
  })
  const shown = useColumns()
  const newButton = useMay('ORGANIZATIONS_CREATE') && (
    <NewButton href={paths.organizationNew()}>New organization</NewButton>
  )

  return (
    <>
      <PageHeader title={label} actions={newButton} />
      <List
        {...list}
        between={<StatusCounts counts={list.data?.siteOrganizations.statusCounts} />}
        columns={shown}
        failureTitle="Organizations could not be loaded"
        hint="Search for part of the name or of the e-mail address, or remove a filter."
      >
        <Empty icon={IconBuilding} title="No organizations yet" action={newButton}>
          People work together in an organization: it has their workspaces, modules and providers.
        </Empty>
      </List>
    </>
  )
}

/** The columns, and for those who may change something the menu of each row. */
function useColumns(): readonly Column<OrganizationRowFragment>[] {
  const actionsOf = useOrganizationActions()
  if (!useMay('SITE_ORGANIZATIONS_WRITE')) return columns
  return [...columns, menuColumn(({ name }) => name, actionsOf, 1.4)]
}
