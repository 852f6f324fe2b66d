'use client'

import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { DeclarationList, type At } from './declaration-list'

type Folder = { path: string; counts: { inputs: number; outputs: number; resources: number } }

/** The folders of a version beside its root, submodules before examples, each with a page of its own. */
export const Folders = ({ count, ...at }: At & { count: number }) => (
  <DeclarationList
    label="Folders"
    at={at}
    kind="folders"
    listIn={({ folders }) => folders}
    columns={columnsOf(at)}
    rowId={({ path }) => path}
    count={count}
    none="No submodules or examples."
    noMatch="No folder matches"
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
