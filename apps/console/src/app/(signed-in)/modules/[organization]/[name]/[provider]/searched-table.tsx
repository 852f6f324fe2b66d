'use client'

import { Box, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { DataTable, type Column } from '../../../../../../ui/data-table'
import { SearchInput } from '../../../../../../ui/search-input'

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The texts of a row among which is looked. */
  textsOf: (row: Row) => readonly string[]
  rowKey: (row: Row) => string
  /** Such as `It declares no inputs.` */
  none: string
}

/** Few enough that they are looked at without a search. */
const few = 8

/** A table that is there as a whole, with a search where it is long. */
export function SearchedTable<Row>({ label, columns, rows, textsOf, rowKey, none }: Props<Row>) {
  const [search, setSearch] = useState('')
  const wanted = search.toLowerCase()
  const shown = rows.filter((row) => textsOf(row).some((text) => text.toLowerCase().includes(wanted)))
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )
  return (
    <Paper>
      {rows.length > few && (
        <Box px="md" py="sm">
          <SearchInput label={`Search ${label.toLowerCase()}`} value={search} onChange={setSearch} />
        </Box>
      )}
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md" role="status">
          Nothing matches.
        </Text>
      ) : (
        <DataTable label={label} columns={columns} rows={shown} rowKey={rowKey} />
      )}
    </Paper>
  )
}
