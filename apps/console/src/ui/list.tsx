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
export function List<Row extends { id: string }, Flag extends string>({
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
  beside,
  children,
  ...list
}: Props<Row, Flag>) {
  const all = present(list.columns)
  const columns = shownOf(all, hidden)
  const fileOf = async (told: (fetched: number) => void) =>
    csvOf(fileColumns ? shownOf(present(fileColumns), hidden) : columns, await everyRow(fetchPage, told))
  return (
    <Beside beside={beside}>
    <Paper>
      <FilterBar
        {...{ words, choices, renderChoices, state, asked, ask }}
        label={searchLabel}
        isBeside={beside !== undefined}
      >
        {onHide && (
          <View
            {...{ name, hidden, onHide, onTall, size, state, columns: all }}
            tall={list.tall ?? false}
            totalCount={list.found?.totalCount ?? 0}
            csv={download ? fileOf : undefined}
          />
        )}
        {list.sorting && <SortSelect label={label} columns={columns} sorting={list.sorting} />}
      </FilterBar>
      {between}
      <PagedList
        {...list}
        noun={noun}
        label={label}
        isSortedAbove
        columns={columns}
        nothing={
          isFiltered(state) ? (
            <NoMatch title={noMatch} hint={hint} onClear={() => ask(withoutFilters(state))} />
          ) : (
            children
          )
        }
      />
    </Paper>
    </Beside>
  )
}

/** A list with what stands left of it where there is room. */
function Beside({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  if (beside === undefined) return children
  return (
    <div className={classes['beside']}>
      <Box visibleFrom="lg">{beside}</Box>
      {children}
    </div>
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
