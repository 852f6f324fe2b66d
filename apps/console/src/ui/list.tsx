'use client'

import { Button, Paper } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Asking, useAsked } from './asked'
import { shownOf } from './data-table'
import { FilterBar, type FilterBarProps } from './filter-bar'
import { lazyPopover } from './lazy-popover'
import { csvOf, everyRow, type FetchPage } from './list-csv'
import type { ListOrders } from './list-order'
import { useListPreferences } from './list-preferences-provider'
import { inOrder, isFiltered, type ListState, queryTextOf, withoutFilters, withSize } from './list-state'
import { NoMatch } from './no-match'
import { PagedList, type PagedListProps, pluralOf, singularOf } from './paged-list'

const ListOptions = lazyPopover('dialog', async () => (await import('./list-options')).ListOptions)

type Props<Row, Flag extends string> = Omit<
  PagedListProps<Row>,
  'nothing' | 'onPage' | 'onSize' | 'sorting'
> &
  Omit<FilterBarProps<Flag>, 'label' | 'asking' | 'children'> & {
    /** Names it where pages of other sizes, columns and views can be chosen; empty elsewhere. */
    name: string
    size: number
    hidden: readonly string[]
    /** Fetches another page of it. */
    fetchPage: FetchPage<Row>
    /** It can be taken as a file, unless its columns say nothing there. */
    download?: boolean
    /** What it can be sorted by. */
    orders: ListOrders | undefined
    onChange: Asking<ListState<Flag>>['ask']
    /** What the search is called, such as `Search versions`; by itself after the noun. */
    searchLabel?: string
    /** Such as `No engine version matches`; by itself after the noun. */
    noMatch?: string
    /** What to look for instead. */
    hint: string
    /** Stands between the search and the table. */
    between?: ReactNode
    /** What to say when there is nothing at all. */
    children: ReactNode
  }

/** A list that can be searched, narrowed, sorted and paged, with all of that in its address; of `useList`. */
export function List<Row extends { id: string }, Flag extends string>({
  name,
  size,
  hidden,
  fetchPage,
  download = true,
  noun,
  searchLabel = `Search ${pluralOf(noun)}`,
  words,
  choices,
  renderChoices,
  orders,
  state,
  onChange,
  noMatch = `No ${singularOf(noun)} matches`,
  hint,
  between,
  children,
  ...list
}: Props<Row, Flag>) {
  const asking = useAsked(state, onChange)
  const { asked, ask } = asking
  const columns = shownOf(list.columns, hidden)
  const { onHide, onSize } = useLayout(name, size, asking)
  return (
    <Paper>
      <FilterBar
        {...{ words, renderChoices, state, asking }}
        label={searchLabel}
        {...(choices && { choices })}
      >
        {name !== '' && (
          <View
            {...{ name, hidden, onHide, size, state, columns: list.columns }}
            totalCount={list.found?.totalCount ?? 0}
            csv={
              download ? (told) => everyRow(fetchPage, told).then((rows) => csvOf(columns, rows)) : undefined
            }
          />
        )}
      </FilterBar>
      {between}
      <PagedList
        {...list}
        noun={noun}
        columns={columns}
        sorting={orders && { orders, order: state.order, onOrder: (order) => ask(inOrder(asked(), order)) }}
        nothing={
          isFiltered(state) ? (
            <NoMatch title={noMatch} hint={hint} onClear={() => ask(withoutFilters(state))} />
          ) : (
            children
          )
        }
        onPage={(page) => ask({ ...asked(), page })}
        {...(name !== '' && { onSize })}
      />
    </Paper>
  )
}

/** Chooses columns and the size of pages, which this browser keeps. */
function useLayout<State extends ListState>(name: string, size: number, { asked, ask }: Asking<State>) {
  const { preferences, keep } = useListPreferences()
  const onHide = (keys: readonly string[]) => {
    keep({ hidden: { ...preferences.hidden, [name]: keys } })
    ask({ ...asked(), hidden: keys })
  }
  const onSize = (wanted: number) => {
    keep({ size: wanted })
    ask(withSize(asked(), wanted, size))
  }
  return { onHide, onSize }
}

type ViewProps = {
  name: string
  columns: readonly { key: string; header: string; place?: 'title' | 'below' | 'menu' }[]
  hidden: readonly string[]
  onHide: (keys: readonly string[]) => void
  size: number
  state: ListState
  totalCount: number
  csv: ((onProgress: (fetched: number) => void) => Promise<string>) | undefined
}

/** Columns, saved views and the file of a list. */
function View({ size, state, hidden, csv, ...list }: ViewProps) {
  return (
    <ListOptions
      {...list}
      hidden={hidden}
      query={queryTextOf({ ...state, size, hidden: hidden.length > 0 ? hidden : ['none'], page: 1 })}
      {...(csv && { csv })}
      target={
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={15} />}>
          View
        </Button>
      }
    />
  )
}
