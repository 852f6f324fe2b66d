'use client'

import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { DeclarationList, type At } from './declaration-list'

type Folder = { path: string; counts: { inputs: number; outputs: number; resources: number } }

/** The submodules of a version, each with a page of its own. */
export const Submodules = ({ count, ...at }: At & { count: number }) => (
  <DeclarationList
    label="Submodules"
    at={at}
    kind="folders"
    folderKind="SUBMODULE"
    listIn={({ folders }) => folders}
    columns={columnsOf(at)}
    rowId={({ path }) => path}
    count={count}
    none="No submodules."
    noMatch="No submodule matches"
    prefix="submodules-"
  />
)

const columnsOf = ({ module, version }: At): readonly Column<Folder>[] => [
  {
    key: 'path',
    header: 'Folder',
    width: 5,
    place: 'title',
    cell: ({ path }) => <NameLink href={paths.module(module, { version, part: path })}>{path}</NameLink>,
  },
  { key: 'inputs', header: 'Inputs', width: 2, cell: ({ counts }) => counts.inputs.toLocaleString('en') },
  { key: 'outputs', header: 'Outputs', width: 2, cell: ({ counts }) => counts.outputs.toLocaleString('en') },
  {
    key: 'resources',
    header: 'Resources',
    width: 2,
    cell: ({ counts }) => counts.resources.toLocaleString('en'),
  },
]
