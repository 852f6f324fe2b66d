'use client'

import { Paper } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '../../../data/generated'
import type { EngineVersionRowFragment } from '../../../data/generated/graphql'
import { query } from '../../../data/query'
import { paths } from '../../../paths'
import { useMay } from '../../../shell/viewer'
import { DataTable, DataTableSkeleton, type Column } from '../../../ui/data-table'
import { Failure } from '../../../ui/failure'
import { PageHeader } from '../../../ui/page-header'
import { Pager } from '../../../ui/pager'
import { useUrlDialog } from '../../../ui/url-dialog'
import { useEngineVersionActions } from './actions'
import { columns } from './columns'
import { DeprecateDialog } from './deprecate-dialog'
import { FilterBar } from './filter-bar'
import { filterOf, queryOf, readListState, type ListState } from './list-state'
import { NewButton, NothingToShow } from './nothing-to-show'
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
      <PageHeader title={label} actions={mayWrite && <NewButton />} />
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
          <NothingToShow state={state} totalPages={found.pageInfo.totalPages} onChange={show} />
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
