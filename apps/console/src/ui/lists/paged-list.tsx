'use client'

import { Button, Group } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PageFactsFragment } from '~/data/generated/graphql'
import { type Columns, DataTable, DataTableSkeleton } from './data-table'
import { Empty } from '../feedback/empty'
import { Failure } from '../feedback/failure'
import type { Sorting } from './list-order'
import { capitalized, type Noun, pluralOf } from './noun'
import { Pager } from './pager'
import type { Selection } from './use-selection'
import { SortSelect } from './sort-select'
import { Note } from '../texts'

/** A page of a list, as the API answers with it. */
export type Connection<Row> = {
  nodes: readonly Row[]
  pageInfo: PageFactsFragment
  totalCount: number
}

/** State of the list's query. */
type Progress = {
  isLoading: boolean
  isError: boolean
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}

export type PagedListProps<Row> = {
  noun: Noun
  /** Names the table for screen readers; by itself after the noun. */
  label?: string
  columns: Columns<Row>
  list: Progress
  found: Connection<Row> | undefined
  /** Expected number of rows, so that nothing moves; 0 where it is known that there are none. */
  expected?: number
  /** Title such as `Engine versions could not be loaded`; made from the noun by default. */
  failureTitle?: string
  /** Element shown instead of an empty table; a text becomes a note. */
  nothing: ReactNode
  onPage: (page: number) => void
  onSize?: (size: number) => void
  sorting?: Sorting | undefined
  detailOf?: (row: Row) => ReactNode
  selection?: Selection<Row> | undefined
  /** The way to sort it on a phone stands above it. */
  isSortedAbove?: boolean
  tall?: boolean
}

/** A list in each of its states: loading, failed, full with the way to its other pages, or why it is empty. */
export function PagedList<Row extends { id: string }>({
  noun,
  label = capitalized(pluralOf(noun)),
  columns: given,
  list,
  found,
  expected = 10,
  failureTitle = `The ${pluralOf(noun)} could not be loaded`,
  nothing,
  onPage,
  onSize,
  sorting,
  detailOf,
  selection,
  isSortedAbove = false,
  tall = false,
}: PagedListProps<Row>) {
  const columns = given.filter((column) => column !== false)
  const empty = typeof nothing === 'string' ? <None>{nothing}</None> : nothing
  if (list.isLoading && expected === 0) return empty
  const order = sorting && !isSortedAbove && (
    <Group hiddenFrom="sm" px="md" py="xs">
      <SortSelect label={label} columns={columns} sorting={sorting} />
    </Group>
  )
  if (list.isLoading)
    return (
      <>
        {order}
        <DataTableSkeleton label={label} columns={columns} count={expected} sorting={sorting} tall={tall} />
      </>
    )
  if (!found) return list.isError && <Failure title={failureTitle} error={list.error} retry={list.refetch} />
  if (found.nodes.length === 0 && found.pageInfo.totalPages > 0)
    return <PastTheEnd page={found.pageInfo} onPage={onPage} />
  if (found.nodes.length === 0) return empty
  return (
    <>
      {order}
      <DataTable
        label={label}
        columns={columns}
        rows={found.nodes}
        rowKey={({ id }) => id}
        stale={list.isPlaceholderData}
        sorting={sorting}
        tall={tall}
        detailOf={detailOf}
        selection={selection}
      />
      <Pager
        label={label}
        page={found.pageInfo}
        totalCount={found.totalCount}
        onChange={onPage}
        onSize={onSize}
      />
    </>
  )
}

const None = ({ children }: { children: string }) => (
  <Note px="md" pb="md">
    {children}
  </Note>
)

/** Notice for a page past the last one, after a deletion or from an address. */
export function PastTheEnd({ page, onPage }: { page: PageFactsFragment; onPage: (page: number) => void }) {
  const { number, totalPages } = page
  const last = <Button onClick={() => onPage(totalPages)}>Go to the last page</Button>
  return (
    <Empty icon={IconSearchOff} title={`There is no page ${number}`} action={last}>
      The list ends on page {totalPages}.
    </Empty>
  )
}
