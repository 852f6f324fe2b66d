'use client'

import { Paper } from '@mantine/core'
import type { ModuleAddress } from '~/paths'
import type { Column } from '~/ui/data-table'
import { PagedList, type Connection } from '~/ui/paged-list'
import { List } from '~/ui/list'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'
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
  const { namespace: organization, name, provider } = at.module
  const variables = { organization, name, provider, version: at.version, path: at.part.path }
  const noun = [shown.label.toLowerCase(), shown.label.toLowerCase()] as const
  const list = useList(VersionLists, {
    noun,
    prefix,
    size: pageSize,
    enabled: count > 0,
    variables: ({ search }) => ({ ...variables, [kind]: true, folderKind, search }),
    pick: (data) => {
      const answered = data.registryModuleNamespace?.registryModule?.version
      const connection = answered && listIn(answered)
      return (
        connection && { ...connection, nodes: connection.nodes.map((row) => ({ ...row, id: rowId(row) })) }
      )
    },
  })
  const { search, page } = list.state
  const expected = Math.min(count, pageSize)
  if (count === 0) return <Note>{none}</Note>
  if (count <= few && search === '' && page === 1)
    return (
      <Paper>
        <PagedList {...list} {...shown} expected={expected} nothing={null} />
      </Paper>
    )
  return (
    <List
      {...list}
      {...shown}
      expected={expected}
      noMatch={noMatch}
      hint="Search for part of the name, or of the description."
    >
      {null}
    </List>
  )
}
