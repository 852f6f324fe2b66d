'use client'

import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { DeclarationList, type At } from './declaration-list'

/** The examples of a version, each with a page of its own. */
export const Examples = ({ count, ...at }: At & { count: number }) => (
  <DeclarationList
    label="Examples"
    at={at}
    kind="folders"
    folderKind="EXAMPLE"
    listIn={({ folders }) => folders}
    columns={columnsOf(at)}
    rowId={({ path }) => path}
    count={count}
    none="No examples. Folders below examples/ are shown here."
    noMatch="No example matches"
  />
)

const columnsOf = ({ module, version }: At): readonly Column<{ path: string }>[] => [
  {
    key: 'path',
    header: 'Example',
    width: 5,
    place: 'title',
    cell: ({ path }) => <NameLink href={paths.module(module, { version, part: path })}>{path}</NameLink>,
  },
]
