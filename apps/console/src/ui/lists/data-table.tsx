'use client'

import { Group, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { CheckBox } from './check-box'
import classes from './data-table.module.css'
import { userText } from '../user-text'
import { type Sorting, sortOf, turn } from './list-order'
import { numberText } from '../text'
import { Exact, Nothing } from '../texts'
import type { Selection } from './use-selection'

export type Column<Row> = {
  key: string
  header: string
  /** Shares of the width, so that loading and loaded rows lie alike. */
  width: number
  align?: 'end'
  /**
   * Position on a phone: on the first line, on the second one without its header, in the corner, or only on
   * wider screens.
   */
  place?: 'title' | 'below' | 'menu' | 'wide'
  cell: (row: Row) => ReactNode
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
})

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Older rows are still shown while newer ones load. */
  stale?: boolean
  /** Sorting of a table by its headers. */
  sorting?: Sorting | undefined
  /** True for rows of two lines. */
  tall?: boolean
  /** Renders what an open row shows below it. */
  detailOf?: ((row: Row) => ReactNode) | undefined
  /** Rows that can be selected have a box before their name. */
  selection?: Selection<Row> | undefined
}

/**
 * Table with rows of two lines on a phone. Its roles are explicit, since browsers drop them when the layout
 * is no longer a table's.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  stale = false,
  detailOf,
  selection,
  ...of
}: Props<Row>) {
  return (
    <Frame label={label} columns={columns} busy={stale} {...of}>
      {rows.map((row) => (
        <Fragment key={rowKey(row)}>
          <tr role="row">
            {columns.map((column) => (
              <Cell key={column.key} column={column}>
                {selection && column.place === 'title' ? (
                  <WithBox id={rowKey(row)} row={row} selection={selection}>
                    {column.cell(row)}
                  </WithBox>
                ) : (
                  column.cell(row)
                )}
              </Cell>
            ))}
          </tr>
          <Detail columns={columns.length}>{detailOf?.(row)}</Detail>
        </Fragment>
      ))}
    </Frame>
  )
}

type BoxProps<Row> = { id: string; row: Row; selection: Selection<Row>; children: ReactNode }

/** The name of a row with its box. */
const WithBox = <Row,>({ id, row, selection: { has, set, nameOf }, children }: BoxProps<Row>) => (
  <Group gap="sm" wrap="nowrap">
    <CheckBox
      aria-label={`Select ${nameOf(row)}`}
      checked={has(id)}
      // With Shift the pointer would mark the text between, too.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ currentTarget, nativeEvent }) =>
        set(id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
    <div style={{ minWidth: 0 }}>{children}</div>
  </Group>
)

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
      <div>{userText(children)}</div>
    </td>
  )
}

type Keyed = Pick<Column<never>, 'key' | 'place'>

/** Tells whether a column may be hidden: the name of a row and its menu stay. */
export const isOptional = ({ place }: Keyed): boolean => place !== 'title' && place !== 'menu'

/** Returns the columns without the hidden ones. */
export const shownOf = <C extends Keyed>(columns: readonly C[], hidden: readonly string[]): C[] =>
  columns.filter((column) => !isOptional(column) || !hidden.includes(column.key))
