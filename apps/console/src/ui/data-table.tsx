'use client'

import { Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import classes from './data-table.module.css'
import { given } from './given'
import { type Sorting, sortOf, turn } from './list-order'
import { numberText } from './text'
import { Exact, Nothing } from './texts'

export type Column<Row> = {
  key: string
  header: string
  /** Shares of the width, so that loading and loaded rows lie alike. */
  width: number
  align?: 'end'
  /** On a phone: the first line, in the second one without its header, in the corner, or only on wider screens. */
  place?: 'title' | 'below' | 'menu' | 'wide'
  cell: (row: Row) => ReactNode
  /** What a file says of it, where the cell is more than a text. */
  text?: (row: Row) => string | number
}

/** A column that is not for every reader is false where it is not. */
export type Columns<Row> = readonly (Column<Row> | false)[]

/** The last column of a table: what can be done with each row. */
export const actionsColumn = <Row,>(width: number, cell: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  header: 'Actions',
  width,
  align: 'end',
  place: 'menu',
  cell,
})

/** A column of numbers, the figures of each below those of the one before it. */
export const numberColumn = <Row,>(
  key: string,
  header: string,
  width: number,
  numberOf: (row: Row) => number | null | undefined,
): Column<Row> => ({
  key,
  header,
  width,
  align: 'end',
  cell: (row) => {
    const number = numberOf(row)
    return number === null || number === undefined ? <Nothing /> : numberText(number)
  },
  text: (row) => numberOf(row) ?? '',
})

/** A column of the version that is served first, of things that may have none. */
export const newestVersionColumn = <Row,>(
  width: number,
  newestOf: (row: Row) => string | null | undefined,
): Column<Row> => ({
  key: 'version',
  header: 'Newest version',
  width,
  cell: (row) => {
    const newest = newestOf(row)
    return newest ? <Exact>{newest}</Exact> : <Nothing />
  },
  text: (row) => newestOf(row) ?? '',
})

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Older rows are still shown while newer ones load. */
  stale?: boolean
  /** For a table whose heads sort it. */
  sorting?: Sorting | undefined
  /** Its rows have room for two lines. */
  tall?: boolean
  /** What stands below a row that is open. */
  detailOf?: ((row: Row) => ReactNode) | undefined
}

/** A table, and rows of two lines on a phone. The roles are explicit: browsers drop them when the layout is no table's any more. */
export function DataTable<Row>({ label, columns, rows, rowKey, stale = false, detailOf, ...of }: Props<Row>) {
  return (
    <Frame label={label} columns={columns} busy={stale} {...of}>
      {rows.map((row) => (
        <Fragment key={rowKey(row)}>
          <tr role="row">
            {columns.map((column) => (
              <Cell key={column.key} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
          <Detail columns={columns.length}>{detailOf?.(row)}</Detail>
        </Fragment>
      ))}
    </Frame>
  )
}

const Detail = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children !== undefined && (
    <tr role="row" data-detail>
      <td role="cell" colSpan={columns} data-place="title">
        {children}
      </td>
    </tr>
  )

/** The same table while nothing is known yet; as many rows as are expected, so that nothing jumps. */
export function DataTableSkeleton<Row>({
  label,
  columns,
  count,
  ...of
}: Pick<Props<Row>, 'label' | 'columns' | 'sorting' | 'tall'> & { count: number }) {
  return (
    <Frame label={`${label}, loading`} columns={columns} busy {...of}>
      {Array.from({ length: count }, (_, index) => (
        <tr role="row" key={index} data-unknown>
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

type FrameProps<Row> = Pick<Props<Row>, 'label' | 'columns' | 'sorting' | 'tall'> & {
  busy: boolean
  children: ReactNode
}

function Frame<Row>({ label, columns, busy, sorting, tall = false, children }: FrameProps<Row>) {
  const total = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <table
      role="table"
      className={classes['table']}
      aria-label={label}
      aria-busy={busy}
      data-tall={tall || undefined}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-align={column.align}
              aria-sort={sorting && sortOf(column.key, sorting)}
              style={{ width: `${(column.width / total) * 100}%` }}
            >
              {sorting ? <Head column={column} sorting={sorting} /> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}

const arrows = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

/** Sorts by its column when it is pressed, the other way round when that is pressed again. */
function Head<Row>({ column: { key, header }, sorting }: { column: Column<Row>; sorting: Sorting }) {
  const way = sortOf(key, sorting)
  if (way === undefined) return header
  const Arrow = arrows[way]
  return (
    <button type="button" className={classes['sort']} data-way={way} onClick={() => turn(key, sorting)}>
      {header}
      <Arrow size={13} stroke={1.8} aria-hidden />
    </button>
  )
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td role="cell" data-label={column.header} data-align={column.align} data-place={column.place}>
      <div>{given(children)}</div>
    </td>
  )
}

type Keyed = Pick<Column<never>, 'key' | 'place'>

/** Whether a column may be left out: what a row is called and its menu stay. */
export const isOptional = ({ place }: Keyed): boolean => place !== 'title' && place !== 'menu'

/** Without the columns that are left out. */
export const shownOf = <C extends Keyed>(columns: readonly C[], hidden: readonly string[]): C[] =>
  columns.filter((column) => !isOptional(column) || !hidden.includes(column.key))
