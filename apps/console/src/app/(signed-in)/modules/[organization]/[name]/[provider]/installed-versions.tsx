'use client'

import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { ModuleVersionUsesQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { DataTable, DataTableSkeleton, type Column } from '~/ui/data-table'
import { Failure } from '~/ui/failure'
import { NameLink } from '~/ui/links'
import { count } from '~/ui/plural'
import { ListSection } from '~/ui/section'
import { Note } from '~/ui/texts'
import type { FoundModule } from './queries'
import { installedText } from './installed-text'

const ModuleVersionUses = graphql(`
  query ModuleVersionUses($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versionUse {
          version
          workspaces
          behind
        }
      }
    }
  }
`)

type Found = NonNullable<NonNullable<ModuleVersionUsesQuery['registryModuleNamespace']>['registryModule']>
type Row = Found['versionUse'][number]

const columnsOf = (module: FoundModule): readonly Column<Row>[] => [
  {
    key: 'version',
    header: 'Version',
    width: 3,
    place: 'title',
    cell: ({ version }) => <NameLink href={paths.module(module, { version })}>{version}</NameLink>,
  },
  {
    key: 'workspaces',
    header: 'Workspaces',
    width: 5,
    cell: ({ workspaces, behind }) =>
      `${count(workspaces, 'workspace')}${behind > 0 ? ', behind the newest version' : ''}`,
  },
]

/** The versions of a module that workspaces have installed, as far as their own tokens tell. */
export function InstalledVersions({ module }: { module: FoundModule }) {
  const { namespace: organization, name, provider } = module
  const list = useQuery(query(ModuleVersionUses, { organization, name, provider }))
  const rows = list.data?.registryModuleNamespace?.registryModule?.versionUse
  const columns = columnsOf(module)
  return (
    <ListSection title="Used by" about={rows && <Note my="xs">{installedText(rows)}</Note>}>
      {list.isLoading && <DataTableSkeleton label="Versions in use" columns={columns} count={2} />}
      {list.isError && (
        <Failure
          title="The versions in use could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {rows && rows.length > 0 && (
        <DataTable label="Versions in use" columns={columns} rows={rows} rowKey={({ version }) => version} />
      )}
    </ListSection>
  )
}
