'use client'

import { Box, Checkbox, Group, Text } from '@mantine/core'
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
import type { Column } from '~/ui/data-table'
import { VersionsDrawing } from '~/ui/drawings'
import { Empty } from '~/ui/empty'
import { lazyDialog } from '~/ui/lazy-dialog'
import { LinkButton, NewButton } from '~/ui/links'
import { List } from '~/ui/list'
import { everyRow, type FetchPage } from '~/ui/list-csv'
import type { ListOrders } from '~/ui/list-order'
import { isFiltered, type ListState } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { menuColumn } from '~/ui/row-menu'
import { count, numberText } from '~/ui/text'
import { toastFailure } from '~/ui/toast'
import { useUrlDialog } from '~/ui/url-dialog'
import { useList } from '~/ui/use-list'
import { useEngineVersionActions } from './actions'
import { acts, type Row, sorted } from './bulk/acts'
import { type Selection, useSelection } from './bulk/use-selection'
import { columns, selectable } from './columns'
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
  const selection = useSelection(found?.nodes ?? [], JSON.stringify(filterOf(state)))
  const shown = useColumns(mayWrite, selection, (id) => dialog.open({ id }))

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
  /** How many there are on all pages. */
  matching: number
  fetchPage: FetchPage<Row>
}

/** What is done with them is asked of the API one after the other. */
const mostMatching = 1000

/** Selects all rows of a page or of all pages, and does the same with all that are selected. */
function BulkBar({ selection, matching, fetchPage }: Props) {
  const [act, setAct] = useState<EngineVersionAct>()
  const { rows, shown, setAll } = selection
  if (shown === 0) return null
  return (
    <Group gap="xs" px="md" pb="sm" mih="2.75rem">
      <Checkbox
        label="Select all on this page"
        checked={rows.length === shown}
        indeterminate={rows.length > 0 && rows.length < shown}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" role="status">
        {rows.length > 0 && `${numberText(rows.length)} selected`}
      </Text>
      {rows.length === shown && matching > shown && (
        <SelectMatching selection={selection} matching={matching} fetchPage={fetchPage} />
      )}
      {rows.length > 0 && (
        <Group gap="xs" role="group" aria-label="With all that are selected">
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
        </Group>
      )}
      <ActDialog
        opened={act !== undefined}
        act={act}
        rows={rows}
        onClose={() => setAct(undefined)}
        onDone={() => setAll(false)}
      />
    </Group>
  )
}

function SelectMatching({ selection, matching, fetchPage }: Props) {
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
