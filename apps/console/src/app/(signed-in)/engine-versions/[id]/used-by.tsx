'use client'

import { Box, Paper, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '../../../../data/generated'
import type { EngineVersionWorkspacesQuery } from '../../../../data/generated/graphql'
import { query } from '../../../../data/query'
import { paths } from '../../../../paths'
import { DataTable, DataTableSkeleton, type Column } from '../../../../ui/data-table'
import { Failure } from '../../../../ui/failure'
import { Moment } from '../../../../ui/moment'
import { Pager } from '../../../../ui/pager'
import { readListState } from '../list-state'

const EngineVersionWorkspaces = graphql(`
  query EngineVersionWorkspaces($id: ID!, $page: PageInput!) {
    engineVersion(id: $id) {
      workspaces(page: $page) {
        nodes {
          id
          name
          createdAt
          organization {
            id
            name
          }
        }
        pageInfo {
          number
          size
          totalPages
        }
        totalCount
      }
    }
  }
`)

type Workspaces = NonNullable<EngineVersionWorkspacesQuery['engineVersion']>['workspaces']

const columns: readonly Column<Workspaces['nodes'][number]>[] = [
  { key: 'name', header: 'Workspace', width: 4, place: 'title', cell: ({ name }) => name },
  { key: 'organization', header: 'Organization', width: 4, cell: ({ organization }) => organization.name },
  { key: 'created', header: 'Created', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

const label = 'Workspaces on this version'
const pageSize = 10

/** Who uses a version. */
export function UsedBy({ id, usage }: { id: string; usage: number }) {
  const { page } = readListState(useSearchParams())
  const list = useQuery({
    ...query('engine-versions', EngineVersionWorkspaces, { id, page: { number: page, size: pageSize } }),
    placeholderData: keepPreviousData,
    enabled: usage > 0,
  })
  const found = list.data?.engineVersion?.workspaces

  return (
    <Paper component="section" aria-labelledby="used-by">
      <Box p="md" pb="xs">
        <Title order={2} id="used-by">
          Used by
        </Title>
        {usage === 0 && (
          <Text size="sm" c="dimmed" mt="xs" pb="xs">
            No workspace uses this version.
          </Text>
        )}
      </Box>
      {list.isLoading && (
        <DataTableSkeleton label={label} columns={columns} count={Math.min(usage, pageSize)} />
      )}
      {list.isError && !found && (
        <Failure
          title="The workspaces could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {found && usage > 0 && (
        <>
          <DataTable
            label={label}
            columns={columns}
            rows={found.nodes}
            rowKey={(row) => row.id}
            stale={list.isPlaceholderData}
          />
          <Pager
            label={label}
            page={found.pageInfo.number}
            size={found.pageInfo.size}
            totalPages={found.pageInfo.totalPages}
            totalCount={found.totalCount}
            onChange={(number) =>
              window.history.pushState(null, '', paths.engineVersion(id, { page: number }))
            }
          />
        </>
      )}
    </Paper>
  )
}
