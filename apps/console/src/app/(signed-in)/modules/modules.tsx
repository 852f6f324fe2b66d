'use client'

import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { ModuleRowFragment } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import { LinkButton } from '~/ui/link-button'
import { readListState, shownAt } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { menuColumn } from '~/ui/row-menu'
import { addressOf, useModuleActions } from './actions'
import { columnsOf } from './columns'
import { flagsIn, nothingOf, orders, questionOf, wordsIn, type ModuleListState } from './list-state'
import { NoneYet } from './none-yet'

const ModuleList = graphql(`
  query ModuleList($filter: RegistryModuleFilter!, $orderBy: RegistryModuleOrder, $page: PageInput!) {
    registryModules(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...ModuleRow
      }
      pageInfo {
        number
        size
        totalPages
      }
      totalCount
    }
  }
`)

type Props = {
  /** The organization of the modules; absent: all that the viewer may use. */
  organization?: string
  mayCreate: boolean
  /** Whether the viewer is in an organization at all. */
  belongs: boolean
}

/** The modules of one organization, or of all that the viewer may use. */
export function Modules({ organization, mayCreate, belongs }: Props) {
  const state = readListState(useSearchParams(), flagsIn(organization), orders)
  const list = useQuery({
    ...query('modules', ModuleList, {
      ...questionOf(state, organization),
      page: { number: state.page, size: 20 },
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.registryModules
  const actionsOf = useModuleActions()
  const columns = [...columnsOf(organization), menuColumn<ModuleRowFragment>(addressOf, actionsOf, 1.4)]
  const label = organization === undefined ? 'Modules' : `Modules of ${organization}`
  const show = shownAt<ModuleListState>((query) =>
    organization === undefined ? paths.modules(query) : paths.modulesOf(organization, query),
  )

  return (
    <>
      {organization !== undefined && <Crumbs trail={[{ label: 'Modules', path: paths.modules() }]} />}
      <PageHeader title={label} actions={mayCreate && <NewButton organization={organization} />} />
      <SearchedList
        searchLabel="Search modules"
        words={wordsIn(organization)}
        orders={orders}
        state={state}
        onChange={show}
        label={label}
        columns={columns}
        list={list}
        found={found}
        failureTitle="Modules could not be loaded"
        {...nothingOf(state)}
      >
        <NoneYet
          organization={organization}
          belongs={belongs}
          action={mayCreate && <NewButton organization={organization} />}
        />
      </SearchedList>
    </>
  )
}

const NewButton = ({ organization }: { organization: string | undefined }) => (
  <LinkButton
    href={paths.moduleNew(organization === undefined ? {} : { organization })}
    leftSection={<IconPlus size={16} />}
  >
    New module
  </LinkButton>
)
