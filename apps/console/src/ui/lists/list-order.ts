/** Orders of a list: the keys of its columns, with their names in the API. */
export type ListOrders<Field extends string = string> = {
  readonly fields: Readonly<Record<string, Field>>
  /** Default order: `name`, or `-created` for the newest first. */
  readonly own: string
  /** Label of the default order if it is by no column, such as `Relevance`. */
  readonly ownLabel?: string
}

/** A list that is sorted by some of its columns, and what happens when another order is wanted. */
export type Sorting = {
  readonly orders: ListOrders
  /** Undefined for the list's own. */
  readonly order: string | undefined
  readonly onOrder: (order: string | undefined) => void
}

type Way = 'ascending' | 'descending'

const columnOf = (order: string): string => order.replace(/^-/, '')

const wayOf = (order: string): Way => (order.startsWith('-') ? 'descending' : 'ascending')

/**
 * Tells whether an address may contain this order. The default order appears in no address, so that each list
 * has only one.
 */
export function isOrder(order: string, { fields, own }: ListOrders): boolean {
  return Object.hasOwn(fields, columnOf(order)) && order !== own
}

/** Returns the order for the API. */
export function orderBy<Field extends string>(
  { order }: { readonly order?: string },
  { fields, own }: ListOrders<Field>,
): { field: Field; direction: 'ASC' | 'DESC' } | null {
  const field = fields[columnOf(order ?? own)]
  return field ? { field, direction: wayOf(order ?? own) === 'ascending' ? 'ASC' : 'DESC' } : null
}

/** Returns how the list is sorted by a column; undefined for one that cannot sort it. */
export function sortOf(column: string, { orders, order }: Sorting): Way | 'none' | undefined {
  if (!Object.hasOwn(orders.fields, column)) return undefined
  const now = order ?? orders.own
  return columnOf(now) === column ? wayOf(now) : 'none'
}

/** Sorts by this column: ascending, or the reverse of its current order. */
export function turn(column: string, { orders, order, onOrder }: Sorting): void {
  choose((order ?? orders.own) === column ? `-${column}` : column, { orders, order, onOrder })
}

export function choose(order: string, { orders, onOrder }: Sorting): void {
  onOrder(order === orders.own ? undefined : order)
}

/** Every order by its words, for a list that has no heads to press. */
export function choicesOf(
  columns: readonly { readonly key: string; readonly header: string }[],
  { orders: { fields, own, ownLabel } }: Sorting,
): { value: string; label: string }[] {
  const byColumn = columns
    .filter(({ key }) => Object.hasOwn(fields, key))
    .flatMap(({ key, header }) =>
      [key, `-${key}`].map((order) => ({ value: order, label: `${header}, ${wayOf(order)}` })),
    )
  return ownLabel === undefined ? byColumn : [{ value: own, label: ownLabel }, ...byColumn]
}
