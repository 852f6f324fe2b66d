'use client'

import { Paper } from '@mantine/core'
import { useQueryKeepingPrevious } from '~/data/query'
import type { ModuleAddress } from '~/paths'
import type { Column } from '~/ui/data-table'
import { PagedList, type Connection } from '~/ui/paged-list'
import { SearchedList } from '~/ui/searched-list'
import { Note } from '~/ui/texts'
import { useListState } from '~/ui/use-list-state'
import type { ShownPart } from './queries'
import { VersionLists, type FoundLists } from './version-lists'

/** The folder of the lists. */
export type At = { module: ModuleAddress; version: string; part: ShownPart }

type Kind = 'inputs' | 'outputs' | 'resources' | 'providers' | 'dependencies' | 'folders'

type Props<Row> = {
  label: string
  at: At
  kind: Kind
  /** Of folders: which. */
  folderKind?: 'SUBMODULE' | 'EXAMPLE'
  listIn: (lists: FoundLists) => Connection<Row> | undefined
  columns: readonly Column<Row & { id: string }>[]
  rowId: (row: Row) => string
  /** How many there are without a search. */
  count: number
  /** Such as `No inputs.` */
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
export function DeclarationList<Row>({
  at,
  kind,
  folderKind,
  listIn,
  rowId,
  count,
  none,
  noMatch,
  prefix = '',
  ...shown
}: Props<Row>) {
  const narrowing = useListState({ prefix })
  const { search, page } = narrowing.state
  const { namespace: organization, name, provider } = at.module
  const variables = { organization, name, provider, version: at.version, path: at.part.path }
  const list = useQueryKeepingPrevious(
    VersionLists,
    { ...variables, [kind]: true, folderKind, search, page: { number: page, size: pageSize } },
    { enabled: count > 0 },
  )
  const answered = list.data?.registryModuleNamespace?.registryModule?.version
  const connection = answered && listIn(answered)
  const found = connection && {
    ...connection,
    nodes: connection.nodes.map((row) => ({ ...row, id: rowId(row) })),
  }
  if (count === 0) return <Note>{none}</Note>
  const label = shown.label.toLowerCase()
  const failureTitle = `The ${label} could not be loaded`
  const progress = { list, found: found ?? undefined, expected: Math.min(count, pageSize), failureTitle }
  if (count <= few && search === '' && page === 1)
    return (
      <Paper>
        <PagedList {...shown} {...progress} nothing={null} />
      </Paper>
    )
  return (
    <SearchedList
      {...shown}
      {...progress}
      searchLabel={`Search ${label}`}
      {...narrowing}
      noMatch={noMatch}
      hint="Search for part of the name, or of the description."
    >
      {null}
    </SearchedList>
  )
}
