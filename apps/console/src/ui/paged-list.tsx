'use client'

import type { ReactNode } from 'react'
import { DataTable, DataTableSkeleton, type Column } from './data-table'
import { Failure } from './failure'
import type { Sorting } from './list-order'
import { Pager } from './pager'
import { SortSelect } from './sort-select'

type Connection<Row> = {
  nodes: readonly Row[]
  pageInfo: { number: number; size: number; totalPages: number }
  totalCount: number
}

/** How far the question for the list has come. */
type Progress = {
  isLoading: boolean
  isError: boolean
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}

export type PagedListProps<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  list: Progress
  found: Connection<Row> | undefined
  /** How many rows are expected, so that nothing jumps. */
  expected?: number
  /** Such as `Engine versions could not be loaded`. */
  failureTitle: string
  /** In place of a table without rows. */
  nothing: ReactNode
  onPage: (page: number) => void
  /** For a list that can be sorted. */
  sorting?: Sorting
}

/** A list in each of its states: loading, failed, full with the way to its other pages, or why it is empty. */
export function PagedList<Row extends { id: string }>({
  label,
  columns,
  list,
  found,
  expected = 10,
  failureTitle,
  nothing,
  onPage,
  sorting,
}: PagedListProps<Row>) {
  const sorted = sorting && { sorting }
  if (list.isLoading)
    return <DataTableSkeleton label={label} columns={columns} count={expected} {...sorted} />
  if (!found)
    return (
      list.isError && <Failure title={failureTitle} error={list.error} retry={() => void list.refetch()} />
    )
  if (found.nodes.length === 0) return nothing
  return (
    <>
      {sorting && <SortSelect label={label} columns={columns} sorting={sorting} />}
      <DataTable
        label={label}
        columns={columns}
        rows={found.nodes}
        rowKey={({ id }) => id}
        stale={list.isPlaceholderData}
        {...sorted}
      />
      <Pager
        label={label}
        page={found.pageInfo.number}
        size={found.pageInfo.size}
        totalPages={found.pageInfo.totalPages}
        totalCount={found.totalCount}
        onChange={onPage}
      />
    </>
  )
}
