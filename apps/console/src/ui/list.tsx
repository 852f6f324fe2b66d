'use client'

import { Box, Button, Paper } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Column, shownOf } from './data-table'
import { FilterBar, type FilterBarProps } from './filter-bar'
import { lazyPopover } from './lazy-popover'
import { csvOf, everyRow, type FetchPage } from './list-csv'
import { isFiltered, type ListState, queryTextOf, withoutFilters } from './list-state'
import classes from './list.module.css'
import { NoMatch } from './no-match'
import { capitalized, PagedList, type PagedListProps, pluralOf, singularOf } from './paged-list'
import { SortSelect } from './sort-select'

const ListOptions = lazyPopover('dialog', async () => (await import('./list-options')).ListOptions)

const present = <Row,>(columns: PagedListProps<Row>['columns']) =>
  columns.filter((column) => column !== false)

type Props<Row, Flag extends string> = Omit<PagedListProps<Row>, 'nothing' | 'isSortedAbove'> &
  Omit<FilterBarProps<Flag>, 'label' | 'children'> & {
    name: string
    size: number
    hidden: readonly string[]
    /** For a list whose columns and views can be chosen. */
    onHide?: (keys: readonly string[]) => void
    /** What a file says where the rows show less. */
    fileColumns?: PagedListProps<Row>['columns']
    /** For a list that can be tall rows or a table. */
    onTall?: (tall: boolean) => void
    fetchPage: FetchPage<Row>
    /** It can be taken as a file, unless its columns say nothing there. */
    download?: boolean
    /** What the search is called, such as `Search versions`; by itself after the noun. */
    searchLabel?: string
    /** Such as `No engine version matches`; by itself after the noun. */
    noMatch?: string
    /** What to look for instead. */
    hint: string
    /** The filters, which stand left of the list where there is room, in place of the button for them. */
    beside?: ReactNode
    /** Stands between the search and the table. */
    between?: ReactNode
    /** What to say when there is nothing at all. */
    children: ReactNode
  }

/** A list that can be searched, narrowed, sorted and paged, with all of that in its address; of `useList`. */
export const List = <Row extends { id: string }, Flag extends string>({
  beside,
  ...list
}: Props<Row, Flag>) =>
  beside === undefined ? (
    <Shown {...list} isBeside={false} />
  ) : (
    <div className={classes['beside']}>
      <Box visibleFrom="lg">{beside}</Box>
      <Shown {...list} isBeside />
    </div>
  )

function Shown<Row extends { id: string }, Flag extends string>({
  name,
  size,
  hidden,
  onHide,
  onTall,
  fileColumns,
  fetchPage,
  download = true,
  noun,
  label = capitalized(pluralOf(noun)),
  searchLabel = `Search ${pluralOf(noun)}`,
  words,
  choices,
  renderChoices,
  state,
  asked,
  ask,
  noMatch = `No ${singularOf(noun)} matches`,
  hint,
  between,
  children,
  isBeside,
  ...list
}: Omit<Props<Row, Flag>, 'beside'> & { isBeside: boolean }) {
  const all = present(list.columns)
  const columns = shownOf(all, hidden)
  const inFile = fileColumns ? shownOf(present(fileColumns), hidden) : columns
  return (
    <Paper>
      <FilterBar {...{ words, choices, renderChoices, state, asked, ask, isBeside }} label={searchLabel}>
        {onHide && (
          <View
            {...{ name, hidden, onHide, onTall, size, state, columns: all }}
            tall={list.tall ?? false}
            totalCount={list.found?.totalCount ?? 0}
            csv={
              download ? (told) => everyRow(fetchPage, told).then((rows) => csvOf(inFile, rows)) : undefined
            }
          />
        )}
        {list.sorting && <SortSelect label={label} columns={columns} sorting={list.sorting} />}
      </FilterBar>
      {between}
      <PagedList
        {...list}
        {...{ noun, label, columns }}
        isSortedAbove
        nothing={
          isFiltered(state) ? (
            <NoMatch title={noMatch} hint={hint} onClear={() => ask(withoutFilters(state))} />
          ) : (
            children
          )
        }
      />
    </Paper>
  )
}

type ViewProps = {
  name: string
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'place'>[]
  hidden: readonly string[]
  onHide: (keys: readonly string[]) => void
  tall: boolean
  onTall: ((tall: boolean) => void) | undefined
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
