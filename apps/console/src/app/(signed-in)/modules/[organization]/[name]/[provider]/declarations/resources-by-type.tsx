'use client'

import { Code, Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '~/data/query'
import type { ModuleAddress } from '~/paths'
import { type Column, DataTable, DataTableSkeleton } from '~/ui/lists/data-table'
import { Failure } from '~/ui/feedback/failure'
import { firstNames } from '~/ui/text'
import type { ShownPart } from '../queries'
import { mostGrouped, VersionLists } from '../versions/version-lists'

type Type = { type: string; names: readonly string[] }

const columns: readonly Column<Type>[] = [
  { key: 'type', header: 'Type', width: 5, place: 'title', cell: ({ type }) => <Code>{type}</Code> },
  { key: 'count', header: 'Number', width: 1, align: 'end', cell: ({ names }) => String(names.length) },
  { key: 'names', header: 'Names', width: 5, cell: ({ names }) => firstNames(names, 12) },
]

type Props = { at: { module: ModuleAddress; version: string; part: ShownPart } }

/** Resource types that a folder manages, each with its number, largest first. */
export function ResourcesByType({ at: { module, version, part } }: Props) {
  const { namespace: organization, name, provider } = module
  const page = { number: 1, size: mostGrouped }
  const list = useQuery(
    query(VersionLists, { organization, name, provider, version, path: part.path, page, resources: true }),
  )
  const found = list.data?.registryModuleNamespace?.registryModule?.version?.folder?.resources?.nodes
  if (list.isError)
    return (
      <Failure
        title="The resources could not be loaded"
        error={list.error}
        retry={() => void list.refetch()}
      />
    )
  return (
    <Paper>
      {found ? (
        <DataTable label="Resources" columns={columns} rows={grouped(found)} rowKey={({ type }) => type} />
      ) : (
        <DataTableSkeleton label="Resources" columns={columns} count={Math.min(part.counts.resources, 10)} />
      )}
    </Paper>
  )
}

/** Groups resources by type, largest first, then by name. */
export function grouped(resources: readonly { type: string; name: string }[]): Type[] {
  const types = new Map<string, string[]>()
  for (const { type, name } of resources) types.set(type, [...(types.get(type) ?? []), name])
  return [...types]
    .map(([type, names]) => ({ type, names }))
    .sort((one, other) => other.names.length - one.names.length || (one.type < other.type ? -1 : 1))
}
