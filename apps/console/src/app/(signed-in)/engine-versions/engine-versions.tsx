'use client'

import { Box } from '@mantine/core'
import { IconEye, IconFilterCheck, IconRss } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type {
  EngineVersionAct,
  EngineVersionFilter,
  EngineVersionOrderField,
  EngineVersionRowFragment,
} from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import type { Column } from '~/ui/lists/data-table'
import { VersionsDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { LinkButton, NewButton } from '~/ui/links'
import { List } from '~/ui/lists/list'
import { everyRow, type FetchPage } from '~/ui/lists/every-row'
import type { ListOrders } from '~/ui/lists/list-order'
import { isFiltered, type ListState } from '~/ui/lists/list-state'
import { PageHeader } from '~/ui/page-header'
import { menuColumn } from '~/ui/lists/row-menu'
import { count, numberText } from '~/ui/text'
import { toastFailure } from '~/ui/feedback/toast'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { SelectionBar } from '~/ui/lists/selection-bar'
import { useList } from '~/ui/lists/use-list'
import { type Selection, useSelection } from '~/ui/lists/use-selection'
import { useEngineVersionActions } from './actions'
import { acts, type Row, sorted } from './bulk/acts'
import { columns } from './columns'
import { Lines } from './lines'

const DeprecateDialog = lazyDialog(async () => (await import('./deprecate-dialog')).DeprecateDialog)

const EngineVersionList = graphql(`
  query EngineVersionList($filter: EngineVersionFilter!, $orderBy: EngineVersionOrder, $page: PageInput!) {
    engineVersions(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...EngineVersionRow
      }
    }
  }
`)

const words = {
  enabled: { name: 'Availability', yes: 'Enabled', no: 'Disabled' },
  official: { name: 'Origin', yes: 'Official', no: 'Not official' },
  beta: { name: 'Maturity', yes: 'Beta', no: 'Not beta' },
  deprecated: { name: 'Life', yes: 'Deprecated', no: 'Not deprecated' },
  used: { name: 'Use', yes: 'In use', no: 'Unused' },
}

const orders: ListOrders<EngineVersionOrderField> = {
  fields: { version: 'VERSION', usage: 'USAGE', created: 'CREATED_AT' },
  own: '-version',
}

const filterOf = ({ search, flags: chosen }: ListState<keyof typeof words>): EngineVersionFilter => ({
  ...(search !== '' && { search }),
  ...chosen,
})

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
  const selection = useSelection(
    found?.nodes ?? [],
    JSON.stringify(filterOf(state)),
    ({ version }) => version,
  )
  const shown = useColumns(mayWrite, (id) => dialog.open({ id }))

  return (
    <>
      <PageHeader title="Engine versions" actions={mayWrite && <PageLinks />} />
      {(found?.totalCount !== 0 || isFiltered(state)) && (
        <Box mb="md">
          <Lines search={state.search} />
        </Box>
      )}
      <List
        searchLabel="Search versions"
        {...list}
        columns={shown}
        {...(mayWrite && { selection })}
        failureTitle="Engine versions could not be loaded"
        between={
          mayWrite && <BulkBar selection={selection} matching={found?.totalCount} fetchPage={fetchPage} />
        }
        hint="Search for part of the number, such as 1.9, or remove a filter."
      >
        <NoneYet />
      </List>
      <DeprecateDialog opened={target !== undefined} target={target} onClose={dialog.close} />
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
  return [...columns, menuColumn(({ version }) => version, actionsOf, 1.6)]
}

const NewVersionButton = () => <NewButton href={paths.engineVersionNew()}>New engine version</NewButton>

const PageLinks = () => (
  <>
    <LinkButton href={paths.enginesSeen()} variant="default" leftSection={<IconEye size={16} />}>
      Engines seen
    </LinkButton>
    <LinkButton href={paths.releaseFeed()} variant="default" leftSection={<IconRss size={16} />}>
      Release feed
    </LinkButton>
    <LinkButton href={paths.engineConstraint()} variant="default" leftSection={<IconFilterCheck size={16} />}>
      Test a constraint
    </LinkButton>
    <NewVersionButton />
  </>
)

function NoneYet() {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  return (
    <Empty icon={VersionsDrawing} title="No engine versions yet" action={mayWrite && <NewVersionButton />}>
      Versions added here can be used in workspaces.
    </Empty>
  )
}

const ActDialog = lazyDialog(async () => (await import('./bulk/act-dialog')).ActDialog)

type Props = {
  selection: Selection<Row>
  /** Number of matching versions on all pages. */
  matching: number | undefined
  fetchPage: FetchPage<Row>
}

/** Maximum number of versions of a bulk action; the API gets them in several requests. */
const mostMatching = 1000

/** Buttons that do the same with all that are selected. */
function BulkBar({ selection, matching, fetchPage }: Props) {
  const [act, setAct] = useState<EngineVersionAct>()
  const { rows, setAll } = selection
  return (
    <>
      <SelectionBar
        {...{ selection, matching }}
        selectMatching={
          <SelectMatching selection={selection} matching={matching ?? 0} fetchPage={fetchPage} />
        }
      >
        {(Object.keys(acts) as EngineVersionAct[]).map((each) => (
          <ActionButton
            key={each}
            variant="default"
            size="compact-sm"
            disabledReason={obstacle(each, rows)}
            onClick={() => setAct(each)}
          >
            {acts[each].verb}
          </ActionButton>
        ))}
      </SelectionBar>
      <ActDialog
        opened={act !== undefined}
        act={act}
        rows={rows}
        onClose={() => setAct(undefined)}
        onDone={() => setAll(false)}
      />
    </>
  )
}

function SelectMatching({ selection, matching, fetchPage }: Props & { matching: number }) {
  const [pending, setPending] = useState(false)
  async function select() {
    setPending(true)
    try {
      selection.setMatching(await everyRow(fetchPage))
    } catch (error) {
      toastFailure(error as Error)
    }
    setPending(false)
  }
  return (
    <ActionButton
      variant="subtle"
      size="compact-sm"
      loading={pending}
      disabledReason={
        matching > mostMatching
          ? `At most ${count(mostMatching, 'version')} can be changed at once. Add filters to get fewer.`
          : undefined
      }
      onClick={() => void select()}
    >
      Select all {numberText(matching)} that match
    </ActionButton>
  )
}

function obstacle(act: EngineVersionAct, rows: readonly Row[]): string | undefined {
  if (sorted(act, rows).changing.length > 0) return undefined
  return `${rows.length === 1 ? 'It is' : 'All of them are'} already ${acts[act].done}.`
}
