import type { Column } from './data-table'

type Keyed = Pick<Column<never>, 'key' | 'place'>

/** Whether a column may be left out: what a row is called and its menu stay. */
export const isOptional = ({ place }: Keyed): boolean => place !== 'title' && place !== 'menu'

/** Without the columns that are left out. */
export const shownOf = <C extends Keyed>(columns: readonly C[], hidden: readonly string[]): C[] =>
  columns.filter((column) => !isOptional(column) || !hidden.includes(column.key))
