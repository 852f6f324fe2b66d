'use client'

import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export type Column<Row> = {
  key: string
  header: string
  /** Shares of the width, so that loading and loaded rows lie alike. */
  width: number
  align?: 'end'
  /** On a phone: where in the card it stands without its header. */
  place?: 'title' | 'below' | 'menu'
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  /** Names the table for those who hear it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Older rows are still shown while newer ones load. */
  stale?: boolean
}

/**
 * A table that becomes a stack of cards on a phone. The roles are spelled out, since browsers drop them
 * when the layout is no table's any more.
 */
export function DataTable<Row>({ label, columns, rows, rowKey, stale = false }: Props<Row>) {
  return (
    <Frame label={label} columns={columns} busy={stale}>
      {rows.map((row) => (
        <tr role="row" key={rowKey(row)}>
          {columns.map((column) => (
            <Cell key={column.key} column={column}>
              {column.cell(row)}
            </Cell>
          ))}
        </tr>
      ))}
    </Frame>
  )
}

/** The same table while nothing is known yet; as many rows as are expected, so that nothing jumps. */
export function DataTableSkeleton<Row>({
  label,
  columns,
  count,
}: Pick<Props<Row>, 'label' | 'columns'> & { count: number }) {
  return (
    <Frame label={`${label}, loading`} columns={columns} busy>
      {Array.from({ length: count }, (_, index) => (
        <tr role="row" key={index}>
          {columns.map((column) => (
            <Cell key={column.key} column={column}>
              <Skeleton height={14} width={column.place === 'menu' ? 22 : '70%'} />
            </Cell>
          ))}
        </tr>
      ))}
    </Frame>
  )
}

type FrameProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  busy: boolean
  children: ReactNode
}

function Frame<Row>({ label, columns, busy, children }: FrameProps<Row>) {
  const total = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <table role="table" className={classes['table']} aria-label={label} aria-busy={busy}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-align={column.align}
              style={{ width: `${(column.width / total) * 100}%` }}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td role="cell" data-label={column.header} data-align={column.align} data-place={column.place}>
      <div>{children}</div>
    </td>
  )
}
