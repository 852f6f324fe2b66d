'use client'

import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { ModuleRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import { NewButton } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { List } from '~/ui/list'
import { menuColumn } from '~/ui/row-menu'
import { useList } from '~/ui/use-list'
import { addressOf, useModuleActions } from './actions'
import { columnsOf } from './columns'
import { Facets } from './facets'
import { choicesIn, nothingOf, ordersOf, filterOf, wordsIn } from './list-state'
import { NoneYet } from './none-yet'

const ModuleList = graphql(`
  query ModuleList(
    $filter: RegistryModuleFilter!
    $orderBy: RegistryModuleOrder
    $page: PageInput!
    $search: String!
    $isSearch: Boolean!
  ) {
    registryModules(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...ModuleRow
        ...ModuleMatches @include(if: $isSearch)
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)

type Props = {
  /** The organization of the modules; absent: all that the viewer may use. */
  organization?: string
  /** The page is one of the organization's own, whose name stands above. */
  isWithin?: boolean
  mayCreate: boolean
  /** Whether the viewer is in an organization at all. */
  belongs: boolean
}

/** The modules of one organization, or of all that the viewer may use. */
export function Modules({ organization, isWithin = false, mayCreate, belongs }: Props) {
  const isSearch = (useSearchParams().get('search') ?? '').trim() !== ''
  const list = useList(ModuleList, {
    noun: 'module',
    name: 'modules',
    words: wordsIn(organization),
    choices: choicesIn(organization),
    orders: ordersOf(isSearch),
    variables: (state) => ({ filter: filterOf(state, organization), search: state.search, isSearch }),
    pick: (data) => data.registryModules,
  })
  const { state, choices } = list
  const actionsOf = useModuleActions()
  const columns = [...columnsOf(organization), menuColumn<ModuleRowFragment>(addressOf, actionsOf, 1.4)]
  const newButton = mayCreate && (
    <NewButton href={paths.moduleNew(organization === undefined ? {} : { organization })}>
      New module
    </NewButton>
  )
  const label = organization === undefined ? 'Modules' : `Modules of ${organization}`

  return (
    <>
      {organization !== undefined && !isWithin && (
        <Crumbs trail={[{ label: 'Modules', path: paths.modules() }]} />
      )}
      <PageHeader
        title={isWithin ? 'Modules' : label}
        tab={organization === undefined ? label : `${organization} · Modules`}
        actions={newButton}
      />
      <List
        {...list}
        label={label}
        columns={columns}
        renderChoices={(choose) => (
          <Facets filter={filterOf(state, organization)} names={choices} choose={choose} />
        )}
        failureTitle="Modules could not be loaded"
        {...nothingOf(state)}
      >
        <NoneYet organization={organization} belongs={belongs} action={newButton} />
      </List>
    </>
  )
}
