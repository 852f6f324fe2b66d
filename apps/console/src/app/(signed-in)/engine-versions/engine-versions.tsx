'use client'

import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { EngineVersionRowFragment } from '~/data/generated/graphql'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/data-table'
import { PageHeader } from '~/ui/page-header'
import { List } from '~/ui/list'
import { menuColumn } from '~/ui/row-menu'
import { lazyDialog } from '~/ui/lazy-dialog'
import { useList } from '~/ui/use-list'
import { useUrlDialog } from '~/ui/url-dialog'
import { useEngineVersionActions } from './actions'
import { BulkBar } from './bulk/bulk-bar'
import { useSelection, type Selection } from './bulk/use-selection'
import { columns, selectable } from './columns'
import { filterOf, orders, words } from './list-state'
import { ConstraintButton, FeedButton, NewVersionButton, NoneYet, SeenButton } from './none-yet'

const DeprecateDialog = lazyDialog(async () => (await import('./deprecate-dialog')).DeprecateDialog)

const EngineVersionList = graphql(`
  query EngineVersionList($filter: EngineVersionFilter!, $orderBy: EngineVersionOrder, $page: PageInput!) {
    engineVersions(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...EngineVersionRow
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)

const label = 'Engine versions'

export function EngineVersions() {
  const params = useSearchParams()
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  const list = useList(EngineVersionList, {
    noun: 'engine version',
    name: 'engine-versions',
    words,
    orders,
    variables: (state) => ({ filter: filterOf(state) }),
    pick: (data) => data.engineVersions,
  })
  const { found, state, fetchPage } = list
  const dialog = useUrlDialog('deprecate', ['id'])
  const target = dialog.opened ? found?.nodes.find(({ id }) => id === params.get('id')) : undefined
  const selection = useSelection(found?.nodes ?? [], JSON.stringify(filterOf(state)))
  const shown = useColumns(mayWrite, selection, (id) => dialog.open({ id }))

  return (
    <>
      <PageHeader
        title={label}
        actions={
          mayWrite && (
            <>
              <SeenButton />
              <FeedButton />
              <ConstraintButton />
              <NewVersionButton />
            </>
          )
        }
      />
      <List
        searchLabel="Search versions"
        {...list}
        columns={shown}
        failureTitle="Engine versions could not be loaded"
        between={
          mayWrite && (
            <BulkBar selection={selection} matching={found?.totalCount ?? 0} fetchPage={fetchPage} />
          )
        }
        hint="Search for part of the number, such as 1.9, or remove a filter."
      >
        <NoneYet />
      </List>
      <DeprecateDialog opened={target !== undefined} target={target} onClose={dialog.close} />
    </>
  )
}

/** The columns, and for those who may change something a box and the menu of each row. */
function useColumns(
  mayWrite: boolean,
  selection: Selection<EngineVersionRowFragment>,
  onDeprecate: (id: string) => void,
): readonly Column<EngineVersionRowFragment>[] {
  const actionsOf = useEngineVersionActions({ onDeprecate: ({ id }) => onDeprecate(id) })
  if (!mayWrite) return columns
  return [...selectable(selection), menuColumn(({ version }) => version, actionsOf, 1.6)]
}
