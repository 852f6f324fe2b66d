'use client'

import { Anchor, Stack, Title } from '@mantine/core'
import Link from 'next/link'
import { paths, type ModuleAddress } from '../../../../../../paths'
import type { Column } from '../../../../../../ui/data-table'
import type { ShownPart } from './queries'
import { SearchedTable } from './searched-table'

type Props = { address: ModuleAddress; version: string; parts: readonly ShownPart[] }

/** The folders of a version beside its root, each with a page of its own. */
export function Parts({ address, version, parts }: Props) {
  const columns = columnsOf(address, version)
  const lists = [
    { label: 'Submodules', folder: 'modules/', none: 'It has no submodules.' },
    { label: 'Examples', folder: 'examples/', none: 'It comes with no examples.' },
  ]
  return (
    <Stack gap="sm">
      {lists.map(({ label, folder, none }) => (
        <Stack key={label} gap="sm">
          <Title order={2}>{label}</Title>
          <SearchedTable
            label={label}
            columns={columns}
            rows={parts.filter(({ path }) => path.startsWith(folder))}
            textsOf={({ path }) => [path]}
            rowKey={({ path }) => path}
            none={none}
          />
        </Stack>
      ))}
    </Stack>
  )
}

const columnsOf = (address: ModuleAddress, version: string): readonly Column<ShownPart>[] => [
  {
    key: 'path',
    header: 'Folder',
    width: 5,
    place: 'title',
    cell: ({ path }) => (
      <Anchor component={Link} href={paths.module(address, { version, part: path })} fw={600} inherit>
        {path}
      </Anchor>
    ),
  },
  { key: 'inputs', header: 'Inputs', width: 2, cell: ({ inputs }) => inputs.length },
  { key: 'outputs', header: 'Outputs', width: 2, cell: ({ outputs }) => outputs.length },
  { key: 'resources', header: 'Resources', width: 2, cell: ({ resources }) => resources.length },
]
