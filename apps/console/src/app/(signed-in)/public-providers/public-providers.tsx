'use client'

import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { PublicProviderListQuery, PublicProvidersStartQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import { any, ChoiceSelect } from '~/ui/choice-select'
import { type Column, numberColumn } from '~/ui/data-table'
import { ProvidersDrawing } from '~/ui/drawings'
import { Empty } from '~/ui/empty'
import { lazyDialog } from '~/ui/lazy-dialog'
import { LinkButton, NameLink } from '~/ui/links'
import { List } from '~/ui/list'
import { ListMoment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { capitalized } from '~/ui/paged-list'
import { menuColumn } from '~/ui/row-menu'
import { StateDot } from '~/ui/state-dot'
import { Exact, Nothing, Small } from '~/ui/texts'
import { useUrlDialog } from '~/ui/url-dialog'
import { useList } from '~/ui/use-list'
import { usePublicProviderActions } from './actions'
import { sealedIn } from './sealed'
import { ProviderState, wordsOf } from './state'
import { Askers, Wanted } from './wanted'
import { addressOf, heldText, nameOf, statuses } from './words'

const AddDialog = lazyDialog(async () => (await import('./add-dialog')).AddDialog)

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
  header: 'Held',
  width: 4.8,
  cell: ({ counts }) => heldText(counts) ?? <Nothing />,
  text: ({ counts }) => heldText(counts) ?? '',
}

/** In place of what is held where wanted ones alone are listed. */
const asked: Column<Row> = {
  key: 'asked',
  header: 'Asked by',
  width: 6.4,
  cell: ({ wanted = [] }) => <Askers provider={{ wanted }} />,
  text: ({ wanted = [] }) => wanted.map(({ organization }) => organization).join(', '),
}

const columnsOf = (settings: Settings, isWanted: boolean): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Provider',
    width: 4,
    place: 'title',
    cell: (row) => <Name row={row} isOneOrigin={settings.origins.length === 1} />,
    text: addressOf,
  },
  {
    key: 'state',
    header: 'State',
    width: 2.8,
    place: 'below',
    cell: (row) => <ProviderState provider={row} quiet />,
    text: (row) => wordsOf(row).join(', '),
  },
  {
    key: 'newest',
    header: 'Newest available',
    width: 2.4,
    cell: ({ counts: { newestAvailable } }) =>
      newestAvailable === null ? <Nothing /> : <Exact>{newestAvailable}</Exact>,
    text: ({ counts }) => counts.newestAvailable ?? '',
  },
  isWanted ? asked : held,
  numberColumn('listed', 'Listed by', 1.6, ({ counts }) => counts.listedBy),
  {
    key: 'looked',
    header: 'Looked at',
    width: 2.4,
    place: 'wide',
    cell: (row) => <LookedAt {...row} />,
    text: ({ lookedAt }) => lookedAt,
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

const LookedAt = ({ lookedAt, lookError }: Pick<Row, 'lookedAt' | 'lookError'>) =>
  lookError === null ? (
    <ListMoment at={lookedAt} />
  ) : (
    <StateDot tone="warning" title={lookError}>
      Failed
    </StateDot>
  )

/** Which providers of origins organizations may use, and which of their versions. */
export function PublicProviders({ initial }: { initial: PublicProvidersStartQuery }) {
  const settings = initial.publicProviderSettings
  const mayWrite = useMay('PUBLIC_PROVIDERS_WRITE')
  const dialog = useUrlDialog('add')
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
  const actionsOf = usePublicProviderActions({ lookObstacle: sealedIn(settings) })
  const status = list.state.choices?.['status']
  const addButton = mayWrite && settings.origins.length > 0 && (
    <ActionButton leftSection={<IconPlus size={16} />} onClick={() => dialog.open()}>
      Add a provider
    </ActionButton>
  )
  return (
    <>
      <PageHeader title="Public providers" actions={addButton} />
      {status !== 'wanted' && <Wanted initial={initial} />}
      <List
        {...list}
        columns={[
          ...columnsOf(settings, status === 'wanted'),
          mayWrite && menuColumn(nameOf, actionsOf, 1.2),
        ]}
        searchLabel="Search providers"
        noMatch="No provider matches"
        failureTitle="The public providers could not be loaded"
        renderChoices={(choose) => (
          <ChoiceSelect
            label="State"
            value={status}
            onChange={(value) => choose('status', value)}
            options={[any, ...Object.keys(statuses).map((value) => ({ value, label: capitalized(value) }))]}
          />
        )}
        hint="Search for part of the origin, the namespace or the name, or remove a filter."
      >
        <NoneYet settings={settings} action={addButton} />
      </List>
      <AddDialog settings={settings} opened={dialog.opened && mayWrite} onClose={dialog.close} />
    </>
  )
}

/** What this is for, and what has to be set before anything is here. */
function NoneYet({ settings, action }: { settings: Settings; action: ReactNode }) {
  const connect = (
    <LinkButton href={paths.connect()} variant="default">
      Connect the CLI
    </LinkButton>
  )
  if (settings.origins.length === 0)
    return (
      <Empty icon={ProvidersDrawing} title="No public registry is set up">
        Here administrators decide which public providers, and which of their versions, organizations may
        install. Set <code>PUBLIC_REGISTRY_URL</code> to the address of the public registry, and restart.
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
      {cooldown === '0s' ? 'new versions are not held back' : 'new versions are held back for so long'}.
    </Empty>
  )
}
