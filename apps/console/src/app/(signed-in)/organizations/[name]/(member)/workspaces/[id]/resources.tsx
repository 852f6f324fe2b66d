'use client'

import { Badge, Box, Group, Paper } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { type Column, DataTable, numberColumn } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { NoMatch } from '~/ui/no-match'
import { Pager } from '~/ui/pager'
import { SearchInput } from '~/ui/search-input'
import { Dimmed, Note } from '~/ui/texts'
import type { FoundState } from './queries'
import { matching, providerOf, type ResourceRow, sortedResources } from './texts'

const columns: readonly Column<ResourceRow>[] = [
  {
    key: 'type',
    header: 'Type',
    width: 4,
    place: 'title',
    cell: ({ type, mode }) => (
      <Group gap={6}>
        {type}
        {mode === 'DATA' && (
          <Badge color="gray" variant="light">
            Data source
          </Badge>
        )}
      </Group>
    ),
  },
  {
    key: 'module',
    header: 'Module',
    width: 4,
    cell: ({ module }) => (module === '' ? <Dimmed>root</Dimmed> : module),
  },
  { key: 'provider', header: 'Provider', width: 5, cell: ({ provider }) => providerOf(provider) },
  numberColumn('count', 'Count', 1.5, ({ count }) => count),
]

const size = 50

/** In place of a list that would be taken for empty. */
function Unread({ state: { form } }: { state: FoundState }) {
  const isEncrypted = form === 'ENCRYPTED'
  return (
    <Paper>
      <Empty icon={IconStack2} title={isEncrypted ? 'Encrypted by the client' : 'Not readable here'}>
        {isEncrypted
          ? 'The state was encrypted before it came, so what it manages cannot be read here.'
          : 'The state has a format that is not read here, so what it manages is not known.'}
      </Empty>
    </Paper>
  )
}

/** What the current state holds, by type and module. */
export function Resources({ state }: { state: FoundState }) {
  const [search, setSearch] = useState('')
  const [number, setNumber] = useState(1)
  const all = sortedResources(state.resources ?? [])
  if (state.resourceCount === null) return <Unread state={state} />
  if (all.length === 0)
    return (
      <Paper>
        <Empty icon={IconStack2} title="No resources">
          The current state holds none. They appear with the next apply.
        </Empty>
      </Paper>
    )
  const find = (text: string) => {
    setSearch(text)
    setNumber(1)
  }
  const found = matching(all, search)
  const page = { number, size, totalPages: Math.ceil(found.length / size) }
  return (
    <Paper component="section" aria-label="Resources">
      <Group px="md" py="sm">
        <SearchInput label="Search resources" value={search} onChange={find} />
      </Group>
      {found.length === 0 ? (
        <NoMatch
          title="No resource matches"
          hint="Search for part of a type, a module or a provider."
          onClear={() => find('')}
        />
      ) : (
        <>
          <DataTable
            label="Resources"
            columns={columns}
            rows={found.slice((number - 1) * size, number * size)}
            rowKey={({ mode, type, module, provider }) => `${mode} ${module} ${type} ${provider}`}
          />
          <Pager label="Resources" page={page} totalCount={found.length} onChange={setNumber} />
        </>
      )}
      {state.resourcesAreCut && (
        <Box px="md" pb="md">
          <Note>There are more kinds of resources than are listed here. Download the state to see all.</Note>
        </Box>
      )}
    </Paper>
  )
}
