'use client'

import { Button } from '@mantine/core'
import type { Column } from '~/ui/lists/data-table'

/** The last column of lists of who is in which team. `labelOf` names the row for screen readers. */
export const removeColumn = <Row,>(
  labelOf: (row: Row) => string,
  remove: (row: Row) => Promise<void>,
): Column<Row> => ({
  key: 'actions',
  header: 'Actions',
  width: 2,
  align: 'end',
  place: 'menu',
  cell: (row) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={labelOf(row)}
      onClick={() => void remove(row).catch(() => undefined)}
    >
      Remove
    </Button>
  ),
})
