/** The part of a list that is wanted: `number` from 1, `size` at least 1. */
export interface Page {
  readonly number: number
  readonly size: number
}

export const directions = ['asc', 'desc'] as const

export type Direction = (typeof directions)[number]

/** The order of a list, by one of its sortable fields. */
export interface Order<Field extends string> {
  readonly field: Field
  readonly direction: Direction
}

/** A part of a list in this order, or in the list's own order where none is named. */
export interface OrderedPage<Field extends string> extends Page {
  readonly order?: Order<Field> | undefined
}

/**
 * The columns that a store sorts by for each order of a list, to the end: where the rest is the same, the id decides,
 * so that no page repeats or loses a row. `along` is the direction that was asked for, `against` the other one. One
 * direction is the other read backwards, so that one index serves both.
 */
export type Orders<Field extends string, Columns> = Readonly<
  Record<Field, (along: Direction, against: Direction) => Columns>
>

/** Returns the columns to sort this page by; `own` are those of the list's own order. */
export function sortedBy<Field extends string, Columns>(
  { order }: OrderedPage<Field>,
  orders: Orders<Field, Columns>,
  own: Columns,
): Columns {
  if (!order) return own
  return orders[order.field](order.direction, order.direction === 'asc' ? 'desc' : 'asc')
}

export interface Paged<T> {
  readonly items: readonly T[]
  readonly totalCount: number
  readonly page: Page
}

export const defaultPageSize = 20
export const maximumPageSize = 100
export const firstPage: Page = { number: 1, size: defaultPageSize }

/** A page with the whole list, for the lists whose clients expect that. */
export const wholeList: Page = { number: 1, size: Number.MAX_SAFE_INTEGER }

function offsetOf(page: Page): number {
  return (page.number - 1) * page.size
}

export function totalPages(list: Paged<unknown>): number {
  return Math.ceil(list.totalCount / list.page.size)
}

/** Returns the range that a page takes of each of many lists at once. */
export const rangeOf = (page: Page): { skip: number; take: number } => ({
  skip: offsetOf(page),
  take: page.size,
})

/** Cuts a page out of a whole list. */
export function pageOf<T>(all: readonly T[], page: Page): Paged<T> {
  const { skip, take } = rangeOf(page)
  return { items: all.slice(skip, skip + take), totalCount: all.length, page }
}

/** Pages lists of many parents that were read together: each one's items of this page, and how many in all. */
export function pagedByParent<Row extends { readonly id: string }, T>(
  page: Page,
  rows: readonly Row[],
  listOf: (row: Row) => readonly [items: readonly T[], totalCount: number],
): ReadonlyMap<string, Paged<T>> {
  return new Map(
    rows.map((row) => {
      const [items, totalCount] = listOf(row)
      return [row.id, { items, totalCount, page }]
    }),
  )
}

/** The largest offset: PostgreSQL counts rows in 64 bits; a page beyond that is past the end of any list. */
const deepestOffset = 2 ** 53 - 1

/** Runs the two queries of a list; a page that lies past any possible end asks only for the count. */
export async function paged<T>(
  page: Page,
  count: () => Promise<number>,
  items: (range: { skip: number; take: number }) => Promise<T[]>,
): Promise<Paged<T>> {
  const skip = offsetOf(page)
  if (skip > deepestOffset) return { items: [], totalCount: await count(), page }
  const [totalCount, found] = await Promise.all([count(), items({ skip, take: page.size })])
  return { items: found, totalCount, page }
}
