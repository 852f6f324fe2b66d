'use client'

import { Paper, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { TypedDocumentString } from '~/data/generated/graphql'
import { query } from '~/data/query'
import type { ModuleAddress } from '~/paths'
import type { Column } from '~/ui/data-table'
import { readListState, shownAt, type ListState } from '~/ui/list-state'
import { PagedList } from '~/ui/paged-list'
import { SearchedList } from '~/ui/searched-list'
import type { ShownPart } from './queries'

/** The folder of the lists. */
export type At = { module: ModuleAddress; version: string; part: ShownPart }

/** What all of the documents are asked with. */
type ListVariables = {
  organization: string
  name: string
  provider: string
  version: string
  path: string
  filter: { search?: string }
  page: { number: number; size: number }
}

/** What the documents are answered with. */
type Answered<Version> = {
  registryModuleNamespace: { registryModule: { version: Version | null } | null } | null
}

type Connection<Row> = {
  nodes: readonly Row[]
  pageInfo: { number: number; size: number; totalPages: number }
  totalCount: number
}

type Props<Row, Version> = {
  label: string
  at: At
  document: TypedDocumentString<Answered<Version>, ListVariables>
  listIn: (version: Version) => Connection<Row> | undefined
  columns: readonly Column<Row & { id: string }>[]
  rowId: (row: Row) => string
  /** How many there are without a search. */
  count: number
  /** Such as `It declares no inputs.` */
  none: string
  /** Such as `No input matches`. */
  noMatch: string
  /** Begins the names under which a list stands in the address where there are two. */
  prefix?: string
}

/** Few enough that they are looked at without a search. */
const few = 8

const pageSize = 50

/** What a folder declares of one kind, a page at a time. */
export function DeclarationList<Row, Version>({
  at,
  document,
  listIn,
  rowId,
  count,
  none,
  noMatch,
  prefix = '',
  ...shown
}: Props<Row, Version>) {
  const [state, show] = useListInTab(prefix)
  const { search, page } = state
  const { namespace: organization, name, provider } = at.module
  const variables = { organization, name, provider, version: at.version, path: at.part.path }
  const list = useQuery({
    ...query('modules', document, {
      ...variables,
      filter: search === '' ? {} : { search },
      page: { number: page, size: pageSize },
    }),
    placeholderData: keepPreviousData,
    enabled: count > 0,
  })
  const answered = list.data?.registryModuleNamespace?.registryModule?.version
  const connection = answered && listIn(answered)
  const found = connection && {
    ...connection,
    nodes: connection.nodes.map((row) => ({ ...row, id: rowId(row) })),
  }
  if (count === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )
  const label = shown.label.toLowerCase()
  const failureTitle = `The ${label} could not be loaded`
  const progress = { list, found: found ?? undefined, expected: Math.min(count, pageSize), failureTitle }
  if (count <= few && search === '' && page === 1)
    return (
      <Paper>
        <PagedList {...shown} {...progress} nothing={null} onPage={() => undefined} />
      </Paper>
    )
  return (
    <SearchedList
      {...shown}
      {...progress}
      searchLabel={`Search ${label}`}
      words={{}}
      state={state}
      onChange={show}
      noMatch={noMatch}
      hint="Look for a part of the name, or of what is said about it."
    >
      {null}
    </SearchedList>
  )
}

type State = ListState<never>

/** The state of a list that shares its address with the tab on which it stands. */
function useListInTab(prefix: string): [State, (state: State, typing?: boolean) => void] {
  const params = useSearchParams()
  const state = readListState({ get: (name) => params.get(prefix + name) }, [])
  return [state, shownAt<State>((asked) => addressOf(asked, prefix))]
}

function addressOf(asked: Record<string, string | undefined>, prefix: string): string {
  const next = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(asked))
    if (value === undefined || value === '') next.delete(prefix + name)
    else next.set(prefix + name, value)
  return `?${next.toString()}`
}
