'use client'

import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAsked, type Asking } from './asked'
import { FilterBar, type FilterBarProps } from './filter-bar'
import type { ListOrders } from './list-order'
import { inOrder, isFiltered, withoutFilters, type ListState } from './list-state'
import { NoMatch } from './no-match'
import { PagedList, type PagedListProps } from './paged-list'

type Props<Row, Flag extends string> = Omit<PagedListProps<Row>, 'nothing' | 'onPage' | 'sorting'> &
  Omit<FilterBarProps<Flag>, 'label' | 'asking'> & {
    /** What it can be sorted by. */
    orders: ListOrders | undefined
    onChange: Asking<ListState<Flag>>['ask']
    /** What the search is called, such as `Search versions`. */
    searchLabel: string
    /** Such as `No engine version matches`. */
    noMatch: string
    /** What to look for instead. */
    hint: string
    /** Stands between the search and the table. */
    between?: ReactNode
    /** What to say when there is nothing at all. */
    children: ReactNode
  }

/** A list that can be searched, narrowed, sorted and paged, with all of that in its address. */
export function SearchedList<Row extends { id: string }, Flag extends string>({
  searchLabel,
  words,
  choices,
  renderChoices,
  orders,
  state,
  onChange,
  noMatch,
  hint,
  between,
  children,
  ...list
}: Props<Row, Flag>) {
  const asking = useAsked(state, onChange)
  const { asked, ask } = asking
  const onOrder = (order: string | undefined) => ask(inOrder(asked(), order))
  return (
    <Paper>
      <FilterBar
        label={searchLabel}
        words={words}
        {...(choices && { choices })}
        renderChoices={renderChoices}
        state={state}
        asking={asking}
      />
      {between}
      <PagedList
        {...list}
        {...(orders && { sorting: { orders, order: state.order, onOrder } })}
        nothing={
          isFiltered(state) ? (
            <NoMatch title={noMatch} hint={hint} onClear={() => ask(withoutFilters(state))} />
          ) : (
            children
          )
        }
        onPage={(page) => ask({ ...asked(), page })}
      />
    </Paper>
  )
}
