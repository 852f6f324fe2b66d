'use client'

import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { FilterBar, type FilterBarProps } from './filter-bar'
import { NothingToShow } from './nothing-to-show'
import { PagedList, type PagedListProps } from './paged-list'

type Props<Row, Flag extends string> = Omit<PagedListProps<Row>, 'nothing' | 'onPage'> &
  Omit<FilterBarProps<Flag>, 'label'> & {
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

/** A list that can be searched, narrowed and paged, with all of that in its address. */
export function SearchedList<Row extends { id: string }, Flag extends string>({
  searchLabel,
  words,
  orders,
  state,
  onChange,
  noMatch,
  hint,
  between,
  children,
  ...list
}: Props<Row, Flag>) {
  return (
    <Paper>
      <FilterBar
        label={searchLabel}
        words={words}
        {...(orders && { orders })}
        state={state}
        onChange={onChange}
      />
      {between}
      <PagedList
        {...list}
        nothing={
          <NothingToShow
            state={state}
            totalPages={list.found?.pageInfo.totalPages ?? 0}
            onChange={onChange}
            noMatch={noMatch}
            hint={hint}
          >
            {children}
          </NothingToShow>
        }
        onPage={(page) => onChange({ ...state, page })}
      />
    </Paper>
  )
}
