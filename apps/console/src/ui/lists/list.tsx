'use client'

import { Box, Button, Paper } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Column, shownOf } from './data-table'
import { FilterBar, type FilterBarProps } from './filter-bar'
import { lazyPopover } from '../dialogs/lazy-popover'
import { isFiltered, type ListState, queryTextOf, withoutFilters } from './list-state'
import classes from './list.module.css'
import { NoMatch } from './no-match'
import { capitalized, pluralOf, singularOf } from './noun'
import { PagedList, type PagedListProps } from './paged-list'
import { SortSelect } from './sort-select'

const ListOptions = lazyPopover('dialog', async () => (await import('./list-options')).ListOptions)

const present = <Row,>(columns: PagedListProps<Row>['columns']) =>
  columns.filter((column) => column !== false)

type Props<Row, Flag extends string> = Omit<PagedListProps<Row>, 'nothing' | 'isSortedAbove'> &
  Omit<FilterBarProps<Flag>, 'label' | 'children'> & {
    name: string
    size: number
    hidden: readonly string[]
    /** Hides columns, for a list whose columns and views can be chosen. */
    onHide?: (keys: readonly string[]) => void
    /** Changes the layout, for a list that can be tall rows or a table. */
    onTall?: (tall: boolean) => void
    file: string
    /** False if the API has no export of the list. */
    download?: boolean
    /** Label of the search, such as `Search versions`; made from the noun by default. */
    searchLabel?: string
    /** Title such as `No engine version matches`; made from the noun by default. */
    noMatch?: string
    /** Sentence that says what to look for instead. */
    hint: string
    /** The filters, which stand left of the list where there is room, in place of the button for them. */
    sidebar?: ReactNode
    /** Stands between the search and the table. */
    between?: ReactNode
    /** Content of a list that has no rows at all. */
    children: ReactNode
  }

/** A list that can be searched, narrowed, sorted and paged, with all of that in its address; of `useList`. */
export const List = <Row extends { id: string }, Flag extends string>({
  sidebar,
  ...list
}: Props<Row, Flag>) =>
  sidebar === undefined ? (
    <Shown {...list} hasSidebar={false} />
  ) : (
    <div className={classes['withSidebar']}>
      <Box visibleFrom="lg">{sidebar}</Box>
      <Shown {...list} hasSidebar />
    </div>
  )

function Shown<Row extends { id: string }, Flag extends string>({
  name,
  size,
  hidden,
  onHide,
  onTall,
  file,
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
  hasSidebar,
  ...list
}: Omit<Props<Row, Flag>, 'sidebar'> & { hasSidebar: boolean }) {
  const all = present(list.columns)
  const columns = shownOf(all, hidden)
  return (
    <Paper>
      <FilterBar {...{ words, choices, renderChoices, state, asked, ask, hasSidebar }} label={searchLabel}>
        {onHide && (
          <View
            {...{ name, hidden, onHide, onTall, size, state, columns: all }}
            tall={list.tall ?? false}
            totalCount={list.found?.totalCount ?? 0}
            file={download ? file : undefined}
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
  file: string | undefined
}

/** Columns, saved views and the file of a list. */
function View({ size, state, hidden, file, ...list }: ViewProps) {
  return (
    <ListOptions
      {...list}
      hidden={hidden}
      query={queryTextOf({ ...state, size, hidden: hidden.length > 0 ? hidden : ['none'], page: 1 })}
      {...(file !== undefined && { file })}
      target={
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={15} />}>
          View
        </Button>
      }
    />
  )
}
