'use client'

import { Anchor, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { IconArrowsSort, IconDownload, IconFilter } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { graphql } from '~/data/generated'
import type { AuditEventRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/lists/data-table'
import { AuditDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { Chosen, ClearFilters, FilterLine } from '~/ui/lists/filter-bar'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { lazyPopover } from '~/ui/dialogs/lazy-popover'
import { choose, type Sorting } from '~/ui/lists/list-order'
import {
  emptyListState,
  isFiltered,
  queryOf,
  shownAt,
  withChoice,
  withoutFilters,
} from '~/ui/lists/list-state'
import { momentColumn } from '~/ui/moment'
import { NoMatch } from '~/ui/lists/no-match'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { SearchInput } from '~/ui/lists/search-input'
import { StateDot } from '~/ui/feedback/state-dot'
import { count, numberText } from '~/ui/text'
import { Nothing } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { type ListView, useList } from '~/ui/lists/use-list'
import { inWords } from './changed-facts'
import type { Exported } from './export-choice'
import { Histogram } from './histogram'
import { type AuditState, filterOf, inTime, isChoice, narrowings, orders } from './list-state'
import { type Folded, foldReleases } from './releases'
import { Sentence } from './sentence'
import { isRefusal, organizationName, retentionInWords } from './sentences'

const EventDrawer = lazyDialog(async () => (await import('./event-drawer')).EventDrawer)

const AuditEventList = graphql(`
  query AuditEventList($filter: AuditEventFilterInput!, $orderBy: AuditEventOrder, $page: PageInput!) {
    auditEvents(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...AuditEventRow
      }
      hasMore
      keptMonths
    }
  }
`)

/** Shows another part of the log, and no event over it. */
const show = shownAt<AuditState>(paths.audit)

type Props = {
  /** The organization of a reader who is no site administrator. */
  restrictedTo: string | undefined
}

export const AuditEventRow = graphql(`
  fragment AuditEventRow on AuditEvent {
    id
    at
    action
    actor {
      id
      type
      name
    }
    target {
      id
      type
      name
    }
    organization {
      id
      name
    }
    administratorOverride
    changes {
      name
      after
    }
  }
`)

type Event = AuditEventRowFragment

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Way to an event: `pathOf` leads to it, `open` shows it over the list. */
type Way = { pathOf: (id: string) => string; open: (id: string) => void }

const EventLink = ({ event, pathOf, open }: { event: Event } & Way) => (
  <Anchor
    href={pathOf(event.id)}
    data-opens
    inherit
    c="inherit"
    onClick={(click) => {
      if (!isPlainClick(click)) return
      click.preventDefault()
      open(event.id)
    }}
  >
    <Sentence event={event} />
  </Anchor>
)

const columnsWith = (way: Way, stepsOf: (event: Event) => ReactNode): readonly Column<Event>[] => [
  {
    key: 'event',
    header: 'Event',
    width: 12,
    place: 'title',
    cell: (event) => (
      <Group gap={6}>
        <EventLink event={event} {...way} />
        {isRefusal(event.action) && <StateDot tone="bad">Refused</StateDot>}
        {event.administratorOverride && <StateDot tone="warning">As administrator</StateDot>}
        {stepsOf(event)}
      </Group>
    ),
  },
  {
    key: 'organization',
    header: 'Organization',
    width: 3,
    place: 'below',
    cell: ({ organization }) => (organization ? organizationName(organization) : <Nothing />),
  },
  momentColumn('at', 'When', 4, ({ at }) => at, 'below'),
]

export function Audit({ restrictedTo }: Props) {
  const params = useSearchParams()
  const dialog = useUrlDialog('event', ['event'])
  const { sorting, ...list } = useList(AuditEventList, {
    noun: ['event', 'audit log'],
    name: 'audit-log',
    words: { override: { name: 'Override', yes: 'As administrator', no: 'Not as administrator' } },
    choices: narrowings,
    isChoice,
    orders,
    variables: (wanted) => ({ filter: filterOf(wanted) }),
    pick: (data) => data.auditEvents,
  })
  const { state } = list
  const found = list.data?.auditEvents
  const way: Way = {
    pathOf: (id) => paths.audit({ ...queryOf(state), dialog: 'event', event: id }),
    open: (id) => dialog.open({ event: id }),
  }
  const { leads, stepsOf, stepsBelow } = useReleases(found?.nodes ?? [], way)
  return (
    <>
      <PageHeader
        title={restrictedTo === undefined ? 'Audit log' : `Audit log of ${restrictedTo}`}
        tab="Audit log"
      />
      <Paper>
        <Filters {...list} sorting={sorting} restrictedTo={restrictedTo}>
          <ExportMenu state={state} totalCount={found?.totalCount} hasMore={found?.hasMore ?? false} />
        </Filters>
        <Histogram state={state} onSelect={(from, until) => list.ask(inTime(list.asked(), from, until))} />
        {found && <Extent {...found} />}
        <PagedList
          {...list}
          found={found && { ...found, nodes: leads }}
          label="Audit log"
          columns={columnsWith(way, stepsOf)}
          detailOf={stepsBelow}
          nothing={
            isFiltered(state) ? <NothingMatches onClear={() => show(cleared(restrictedTo))} /> : nothingYet
          }
        />
      </Paper>
      <EventDrawer
        opened={dialog.opened}
        id={dialog.opened ? (params.get('event') ?? '') : undefined}
        onClose={dialog.close}
        narrow={(narrowed, search = '') => {
          const rest = cleared(restrictedTo)
          show({ ...rest, choices: { ...rest.choices, ...narrowed }, search })
        }}
      />
    </>
  )
}

/** Folds the steps of each release below its publication; one release at a time is open. */
function useReleases(events: readonly Event[], way: Way) {
  const [opened, setOpened] = useState<string>()
  const folded = new Map(foldReleases(events).map((each): [string, Folded<Event>] => [each.event.id, each]))
  const othersOf = ({ id }: Event): readonly Event[] => folded.get(id)?.others ?? []
  return {
    leads: [...folded.values()].map(({ event }) => event),
    stepsOf: (event: Event) =>
      othersOf(event).length > 0 && (
        <Steps
          event={event}
          number={othersOf(event).length}
          isOpen={event.id === opened}
          onToggle={(isOpen) => setOpened(isOpen ? event.id : undefined)}
        />
      ),
    stepsBelow: (event: Event) =>
      event.id === opened ? (
        <Stack gap={4} id={`steps-${event.id}`}>
          {othersOf(event).map((step) => (
            <Text key={step.id} size="sm">
              <EventLink event={step} {...way} />
            </Text>
          ))}
        </Stack>
      ) : undefined,
  }
}

type StepsProps = { event: Event; number: number; isOpen: boolean; onToggle: (isOpen: boolean) => void }

const Steps = ({ event, number, isOpen, onToggle }: StepsProps) => (
  <Button
    variant="subtle"
    size="compact-xs"
    aria-expanded={isOpen}
    aria-controls={`steps-${event.id}`}
    aria-label={`${count(number, 'more event')} of ${event.target.name}`}
    onClick={() => onToggle(!isOpen)}
  >
    {count(number, 'more event')}
  </Button>
)

type ExtentProps = { keptMonths: number | null; hasMore: boolean; totalCount: number }

/** Text that says how far back the log goes, and that it has more events than pages. */
const Extent = ({ keptMonths, hasMore, totalCount }: ExtentProps) => (
  <>
    <Text size="xs" c="dimmed" px="md" pb="xs">
      {retentionInWords(keptMonths)}
    </Text>
    {hasMore && (
      <Text size="xs" c="dimmed" px="md" pb="xs">
        More match than the {numberText(totalCount)} that the pages lead to. Narrow them by time, or take all
        of them as an export.
      </Text>
    )}
  </>
)

const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <NoMatch
    title="Nothing in the log matches"
    hint="Filters match whole names; the search matches parts."
    onClear={onClear}
  />
)

const nothingYet = (
  <Empty icon={AuditDrawing} title="No events yet">
    Every change and every refusal is recorded here, with the person and the reason.
  </Empty>
)

const ExportChoice = lazyPopover('menu', async () => (await import('./export-choice')).ExportChoice)

const ExportMenu = (exported: Exported) => (
  <ExportChoice
    {...exported}
    target={
      <Button variant="default" leftSection={<IconDownload size={15} />}>
        Export
      </Button>
    }
  />
)

type FiltersProps = ListView<'override'> & {
  sorting: Sorting | undefined
  /** The one organization that the viewer is restricted to; it stays whatever is cleared. */
  restrictedTo: string | undefined
  /** Stands at the end of the line. */
  children: ReactNode
}

const labelOf = (name: string, text: string): string =>
  `${narrowings[name as keyof typeof narrowings]} ${name === 'area' ? inWords(text) : text}`

const FilterFormPopover = lazyPopover('dialog', async () => (await import('./filter-form')).FilterFormPopover)

/** State of the log after its filters are cleared. */
const cleared = (restrictedTo: string | undefined): AuditState =>
  restrictedTo === undefined ? emptyListState : { ...emptyListState, choices: { organization: restrictedTo } }

/** Search, order, filters, and what of them is in force. Every change starts at the first page again. */
function Filters({ state, asked, ask, sorting, restrictedTo, children }: FiltersProps) {
  const change = (part: Partial<AuditState>, typing?: boolean) =>
    ask({ ...asked(), ...part, page: 1 }, typing)
  return (
    <Stack gap="xs" px="md" py="sm">
      <FilterLine
        search={
          <SearchInput
            label="Search the log"
            value={state.search}
            onChange={(search) => change({ search }, true)}
          />
        }
      >
        <NativeSelect
          aria-label="Order"
          leftSection={<IconArrowsSort size={15} aria-hidden />}
          data={[
            { value: '-at', label: 'Newest first' },
            { value: 'at', label: 'Oldest first' },
          ]}
          value={state.order ?? orders.own}
          onChange={({ currentTarget }) => sorting && choose(currentTarget.value, sorting)}
        />
        <FilterFormPopover
          state={state}
          hasOrganization={restrictedTo === undefined}
          onApply={change}
          target={
            <Button variant="default" leftSection={<IconFilter size={15} />}>
              Filters
            </Button>
          }
        />
        {children}
      </FilterLine>
      {isFiltered(state) && <InForce {...{ state, asked, ask, restrictedTo }} />}
    </Stack>
  )
}

type InForceProps = ListView<'override'> & Pick<FiltersProps, 'restrictedTo'>

function InForce({ state: { choices = {}, flags }, asked, ask, restrictedTo }: InForceProps) {
  const chosen = Object.entries(choices).filter(([name]) => !(name === 'organization' && restrictedTo))
  return (
    <Group gap={6}>
      {restrictedTo !== undefined && <Chosen label={labelOf('organization', restrictedTo)} />}
      {chosen.map(([name, text]) => (
        <Chosen
          key={name}
          label={labelOf(name, text)}
          onRemove={() => ask(withChoice(asked(), name, undefined))}
        />
      ))}
      {flags.override !== undefined && (
        <Chosen
          label={flags.override ? 'As administrator' : 'Not as administrator'}
          onRemove={() => ask({ ...asked(), flags: {}, page: 1 })}
        />
      )}
      <ClearFilters onClear={() => ask({ ...withoutFilters(asked()), ...cleared(restrictedTo) })} />
    </Group>
  )
}
