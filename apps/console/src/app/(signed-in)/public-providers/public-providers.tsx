'use client'

import { Group } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { PublicProviderListQuery, PublicProvidersStartQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import { any, ChoiceSelect } from '~/ui/lists/choice-select'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { ProvidersDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { LinkButton, NameLink } from '~/ui/links'
import { List } from '~/ui/lists/list'
import { ListMoment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { capitalized } from '~/ui/lists/noun'
import { menuColumn } from '~/ui/lists/row-menu'
import { StateDot } from '~/ui/feedback/state-dot'
import { Exact, Nothing, Small } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { useBulkActs } from '../bulk-acts/use-bulk-acts'
import { usePublicProviderActions } from './actions'
import { offlineReason } from './offline-origin'
import { ProviderState } from './state'
import { Requesters, RequestedProviders } from './requested-providers'
import { StoreUse } from './store-use'
import { heldText, nameOf, statuses } from './words'

const AddDialog = lazyDialog(async () => (await import('./add-dialog')).AddDialog)
const ImportDialog = lazyDialog(async () => (await import('./import/import-dialog')).ImportDialog)

const PublicProviderList = graphql(`
  query PublicProviderList($filter: SitePublicProviderFilter!, $page: PageInput!, $isWanted: Boolean!) {
    sitePublicProviders(filter: $filter, page: $page) {
      nodes {
        lookedAt
        lookError
        ...PublicProviderActionFacts
        wanted @include(if: $isWanted) {
          organizationId
          organization
          count
          lastAt
        }
      }
    }
  }
`)

type Settings = PublicProvidersStartQuery['publicProviderSettings']
type Row = PublicProviderListQuery['sitePublicProviders']['nodes'][number]

const choices = { status: 'State' }

const held: Column<Row> = {
  key: 'held',
  header: 'On hold',
  width: 4.8,
  cell: ({ counts }) => heldText(counts) ?? <Nothing />,
}

/** Column that replaces the held versions if only requested providers are listed. */
const asked: Column<Row> = {
  key: 'asked',
  header: 'Asked by',
  width: 6.4,
  cell: ({ wanted = [] }) => <Requesters provider={{ wanted }} />,
}

const columnsOf = (settings: Settings, isWanted: boolean): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Provider',
    width: 4,
    place: 'title',
    cell: (row) => <Name row={row} isOneOrigin={settings.origins.length === 1} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 2.8,
    place: 'below',
    cell: (row) => <ProviderState provider={row} quiet />,
  },
  {
    key: 'newest',
    header: 'Newest available',
    width: 2.4,
    cell: ({ counts: { newestAvailable } }) =>
      newestAvailable === null ? <Nothing /> : <Exact>{newestAvailable}</Exact>,
  },
  isWanted ? asked : held,
  numberColumn('listed', 'Listed by', 1.6, ({ counts }) => counts.listedBy),
  {
    key: 'looked',
    header: 'Synced',
    width: 2.4,
    place: 'wide',
    cell: (row) => <SyncedAt {...row} />,
  },
]

function Name({ row, isOneOrigin }: { row: Row; isOneOrigin: boolean }) {
  return (
    <>
      <NameLink href={paths.sitePublicProvider(row.id)}>{nameOf(row)}</NameLink>
      {!isOneOrigin && <Small>{row.origin}</Small>}
    </>
  )
}

const SyncedAt = ({ lookedAt, lookError }: Pick<Row, 'lookedAt' | 'lookError'>) =>
  lookError === null ? (
    <ListMoment at={lookedAt} />
  ) : (
    <StateDot tone="warning" title={lookError}>
      Failed
    </StateDot>
  )

type StateChoiceProps = {
  status: string | undefined
  onChange: (name: string, value: string | undefined) => void
}

const StateChoice = ({ status, onChange }: StateChoiceProps) => (
  <ChoiceSelect
    label="State"
    value={status}
    onChange={(value) => onChange('status', value)}
    options={[any, ...Object.keys(statuses).map((value) => ({ value, label: capitalized(value) }))]}
  />
)

const Actions = ({ add, onImport }: { add: ReactNode; onImport: () => void }) => (
  <Group gap="xs">
    <ActionButton variant="default" leftSection={<IconUpload size={16} />} onClick={onImport}>
      Import files
    </ActionButton>
    {add}
  </Group>
)

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <ActionButton leftSection={<IconPlus size={16} />} onClick={onClick}>
    Add a provider
  </ActionButton>
)

/** The origin that a form suggests: one that cannot be asked, if there is any. */
const originOfImports = ({ origins }: Settings): string =>
  (origins.find(({ isSealed }) => isSealed) ?? origins[0])?.host ?? ''

/** List of the public providers that organizations may use, with their versions. */
export function PublicProviders({ initial }: { initial: PublicProvidersStartQuery }) {
  const settings = initial.publicProviderSettings
  const mayWrite = useMay('PUBLIC_PROVIDERS_WRITE')
  const dialog = useUrlDialog('add')
  const importing = useUrlDialog('import')
  const list = useList(PublicProviderList, {
    noun: 'public provider',
    name: 'public-providers',
    choices,
    isChoice: (_name, value) => Object.hasOwn(statuses, value),
    variables: ({ search, choices: { status = '' } = {} }) => ({
      filter: { search, status: statuses[status] ?? null },
      isWanted: status === 'wanted',
    }),
    pick: (data) => data.sitePublicProviders,
  })
  const actionsOf = usePublicProviderActions({ syncObstacle: offlineReason(settings) })
  const status = list.state.choices?.['status']
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf,
    matching: { publicProviders: { search: list.state.search, status: statuses[status ?? ''] ?? null } },
    kinds: ['PUBLIC_PROVIDER_APPROVAL'],
    isAllowed: mayWrite,
  })
  const addButton = mayWrite && settings.origins.length > 0 && <AddButton onClick={() => dialog.open()} />
  return (
    <>
      <PageHeader
        title="Public providers"
        actions={addButton && <Actions add={addButton} onImport={() => importing.open()} />}
      />
      {status !== 'wanted' && <RequestedProviders initial={initial} />}
      <List
        {...list}
        selection={selection}
        between={bar}
        columns={[
          ...columnsOf(settings, status === 'wanted'),
          mayWrite && menuColumn(nameOf, actionsOf, 1.2),
        ]}
        searchLabel="Search providers"
        noMatch="No provider matches"
        failureTitle="The public providers could not be loaded"
        renderChoices={(choose) => <StateChoice status={status} onChange={choose} />}
        hint="Search for part of the origin, the namespace or the name, or remove a filter."
      >
        <NoneYet settings={settings} action={addButton} />
      </List>
      <StoreUse store={initial.publicProviderStore} />
      <AddDialog settings={settings} opened={dialog.opened && mayWrite} onClose={dialog.close} />
      <ImportDialog
        origin={originOfImports(settings)}
        opened={importing.opened && mayWrite}
        onClose={importing.close}
      />
    </>
  )
}

/** Empty state: what this page is for, and what to set first. */
function NoneYet({ settings, action }: { settings: Settings; action: ReactNode }) {
  const connect = (
    <LinkButton href={paths.connect()} variant="default">
      Connect the CLI
    </LinkButton>
  )
  if (settings.origins.length === 0)
    return (
      <Empty icon={ProvidersDrawing} title="No public registry is set up">
        Decide here which public providers, and which of their versions, organizations may install. Set{' '}
        <code>PUBLIC_REGISTRY_URL</code> to the address of the public registry, and restart.
      </Empty>
    )
  const { rule, cooldown } = settings
  return (
    <Empty
      icon={ProvidersDrawing}
      title="No public providers yet"
      action={
        <Group gap="xs">
          {action}
          {connect}
        </Group>
      }
    >
      Providers appear here once the CLI asks this platform for them, or once you add one.{' '}
      <code>PUBLIC_PROVIDERS</code> is{' '}
      {rule === 'OPEN'
        ? 'open: organizations may use all'
        : 'listed: organizations may use those that are approved'}
      . <code>PROVIDER_COOLDOWN</code> is {cooldown}:{' '}
      {cooldown === '0s' ? 'new versions are not held' : 'new versions are held for that time'}.
    </Empty>
  )
}
