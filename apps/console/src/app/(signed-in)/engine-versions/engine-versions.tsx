'use client'

import { Button, Paper } from '@mantine/core'
import { IconPlus, IconSearchOff, IconVersions } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '../../../data/generated'
import type { EngineVersionRowFragment } from '../../../data/generated/graphql'
import { query } from '../../../data/query'
import { paths } from '../../../paths'
import { useMay } from '../../../shell/viewer'
import { DataTable, DataTableSkeleton, type Column } from '../../../ui/data-table'
import { Empty } from '../../../ui/empty'
import { Failure } from '../../../ui/failure'
import { LinkButton } from '../../../ui/link-button'
import { PageHeader } from '../../../ui/page-header'
import { Pager } from '../../../ui/pager'
import { useUrlDialog } from '../../../ui/url-dialog'
import { useEngineVersionActions } from './actions'
import { columns } from './columns'
import { DeprecateDialog } from './deprecate-dialog'
import { FilterBar } from './filter-bar'
import { filterOf, isFiltered, queryOf, readListState, type ListState } from './list-state'
import { RowMenu } from './row-menu'

const EngineVersionList = graphql(`
  query EngineVersionList($filter: EngineVersionFilter!, $page: PageInput!) {
    engineVersions(filter: $filter, page: $page) {
      nodes {
        ...EngineVersionRow
      }
      pageInfo {
        number
        size
        totalPages
      }
      totalCount
    }
  }
`)

const label = 'Engine versions'
const pageSize = 20

function show(state: ListState, typing = false): void {
  const path = paths.engineVersions(queryOf(state))
  if (typing) window.history.replaceState(null, '', path)
  else window.history.pushState(null, '', path)
}

const createButton = (
  <LinkButton href={paths.engineVersionNew()} leftSection={<IconPlus size={16} />}>
    New engine version
  </LinkButton>
)

export function EngineVersions() {
  const params = useSearchParams()
  const state = readListState(params)
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  const list = useQuery({
    ...query('engine-versions', EngineVersionList, {
      filter: filterOf(state),
      page: { number: state.page, size: pageSize },
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.engineVersions
  const dialog = useUrlDialog('deprecate', ['id'])
  const target = dialog.opened ? found?.nodes.find(({ id }) => id === params.get('id')) : undefined
  const shown = useColumns(mayWrite, (id) => dialog.open({ id }))

  return (
    <>
      <PageHeader title={label} actions={mayWrite && createButton} />
      <Paper>
        <FilterBar state={state} onChange={show} />
        {list.isPending && <DataTableSkeleton label={label} columns={shown} count={10} />}
        {list.isError && !found && (
          <Failure
            title="Engine versions could not be loaded"
            error={list.error}
            retry={() => void list.refetch()}
          />
        )}
        {found && found.nodes.length > 0 && (
          <>
            <DataTable
              label={label}
              columns={shown}
              rows={found.nodes}
              rowKey={({ id }) => id}
              stale={list.isPlaceholderData}
            />
            <Pager
              label={label}
              page={found.pageInfo.number}
              size={found.pageInfo.size}
              totalPages={found.pageInfo.totalPages}
              totalCount={found.totalCount}
              onChange={(page) => show({ ...state, page })}
            />
          </>
        )}
        {found?.nodes.length === 0 && (
          <Nothing state={state} totalPages={found.pageInfo.totalPages} mayWrite={mayWrite} />
        )}
      </Paper>
      <DeprecateDialog target={target} onClose={dialog.close} />
    </>
  )
}

/** The columns, and for those who may change something the menu of each row. */
function useColumns(
  mayWrite: boolean,
  onDeprecate: (id: string) => void,
): readonly Column<EngineVersionRowFragment>[] {
  const actionsOf = useEngineVersionActions({ onDeprecate: ({ id }) => onDeprecate(id) })
  if (!mayWrite) return columns
  const menu: Column<EngineVersionRowFragment> = {
    key: 'actions',
    header: 'Actions',
    width: 1.6,
    align: 'end',
    place: 'menu',
    cell: (row) => <RowMenu name={row.version} actions={actionsOf(row)} />,
  }
  return [...columns, menu]
}

function Nothing({
  state,
  totalPages,
  mayWrite,
}: {
  state: ListState
  totalPages: number
  mayWrite: boolean
}) {
  if (totalPages > 0)
    return (
      <Empty
        icon={<IconSearchOff size={28} stroke={1.5} />}
        title={`There is no page ${state.page}`}
        action={<Button onClick={() => show({ ...state, page: totalPages })}>To the last page</Button>}
      >
        The list ends on page {totalPages}.
      </Empty>
    )
  if (isFiltered(state))
    return (
      <Empty
        icon={<IconSearchOff size={28} stroke={1.5} />}
        title="No engine version matches"
        action={
          <Button variant="default" onClick={() => show({ search: '', flags: {}, page: 1 })}>
            Clear filters
          </Button>
        }
      >
        Look for a part of the number, such as 1.9, or drop a filter.
      </Empty>
    )
  return (
    <Empty
      icon={<IconVersions size={28} stroke={1.5} />}
      title="No engine versions yet"
      action={mayWrite && createButton}
    >
      People can use the engine versions that you add here.
    </Empty>
  )
}
