'use client'

import { Box, NativeSelect } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { choicesOf, choose, type Sorting } from './list-order'

type Props = {
  label: string
  columns: readonly { readonly key: string; readonly header: string }[]
  sorting: Sorting
}

/** How a list is sorted, on a phone: its cards have no heads to press. */
export function SortSelect({ label, columns, sorting }: Props) {
  return (
    <Box hiddenFrom="sm" px="md" pb="xs">
      <NativeSelect
        aria-label={`${label}: sort by`}
        leftSection={<IconArrowsSort size={15} aria-hidden />}
        data={choicesOf(columns, sorting)}
        value={sorting.order ?? sorting.orders.own}
        onChange={({ currentTarget }) => choose(currentTarget.value, sorting)}
      />
    </Box>
  )
}
