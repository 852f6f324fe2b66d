import { NativeSelect } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { Column } from './data-table'
import { choicesOf, choose, type Sorting } from './list-order'

type Props = {
  label: string
  columns: readonly Pick<Column<never>, 'key' | 'header'>[]
  sorting: Sorting
}

/** How a list is sorted, on a phone: its rows have no heads to press. */
export const SortSelect = ({ label, columns, sorting }: Props) => (
  <NativeSelect
    hiddenFrom="sm"
    aria-label={`${label}: sort by`}
    leftSection={<IconArrowsSort size={15} aria-hidden />}
    data={choicesOf(columns, sorting)}
    value={sorting.order ?? sorting.orders.own}
    onChange={({ currentTarget }) => choose(currentTarget.value, sorting)}
  />
)
