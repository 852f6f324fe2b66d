import { Box } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { Column } from './data-table'
import { choicesOf, choose, type Sorting } from './list-order'
import { PlainSelect } from './plain-select'

type Props = {
  label: string
  columns: readonly Pick<Column<never>, 'key' | 'header'>[]
  sorting: Sorting
}

/** Select for the order of a list on a phone, where its rows have no headers to press. */
export const SortSelect = ({ label, columns, sorting }: Props) => (
  <Box hiddenFrom="sm">
    <PlainSelect
      aria-label={`${label}: sort by`}
      icon={IconArrowsSort}
      options={choicesOf(columns, sorting)}
      value={sorting.order ?? sorting.orders.own}
      onChange={(order) => choose(order, sorting)}
    />
  </Box>
)
