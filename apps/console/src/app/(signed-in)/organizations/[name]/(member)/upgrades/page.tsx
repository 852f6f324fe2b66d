'use client'

import { Anchor } from '@mantine/core'
import { addressOf } from '~/app/(signed-in)/modules/actions'
import {
  Breaks,
  breaksText,
  notCounted,
  UpgradeState,
  upgradeWord,
  Users,
  usersText,
} from '~/app/(signed-in)/modules/upgrade-state'
import {
  type CliFacts,
  moduleCall,
  sourceOf,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { ModuleUpgradeListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { any, ChoiceSelect } from '~/ui/choice-select'
import { Copy } from '~/ui/copy'
import { type Column, numberColumn } from '~/ui/data-table'
import { ModulesDrawing } from '~/ui/drawings'
import { Empty } from '~/ui/empty'
import { Link } from '~/ui/link'
import { NameLink } from '~/ui/links'
import { List } from '~/ui/list'
import { momentColumn } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { States } from '~/ui/state-dot'
import { count } from '~/ui/text'
import { Dimmed, Exact, Note, Nothing } from '~/ui/texts'
import { useList } from '~/ui/use-list'

const ModuleUpgradeList = graphql(`
  query ModuleUpgradeList(
    $name: String!
    $search: String
    $status: ModuleUpgradeStatus
    $days: Int!
    $page: PageInput!
  ) {
    organization(name: $name) {
      moduleUpgrades(search: $search, status: $status, days: $days, page: $page) {
        nodes {
          id
          namespace
          name
          provider
          version
          status
          endOfLife {
            ...EndOfLifeFacts
          }
          newest
          newestCompatible
          breakingCount
          lastDownloadedAt
          downloads
          tokenCount
          usedBy {
            name
            team
          }
        }
      }
    }
    cli {
      publicUrl
      words
    }
  }
`)

type Row = NonNullable<ModuleUpgradeListQuery['organization']>['moduleUpgrades']['nodes'][number]

const label = 'Upgrades'

/** The states that the list can be narrowed by, as addresses name them. */
const statuses: Readonly<Record<string, Row['status']>> = {
  revoked: 'REVOKED',
  ends: 'END_OF_LIFE',
  deprecated: 'DEPRECATED',
  behind: 'BEHIND',
}

const usualDays = '30'
const spans: readonly string[] = ['7', usualDays, '90']

const isChoice = (name: string, value: string): boolean =>
  name === 'days' ? spans.includes(value) && value !== usualDays : Object.hasOwn(statuses, value)

/** Whether it is still to be counted what breaks on the way to other versions. */
const isUncounted = ({ newest, breakingCount }: Row): boolean => newest !== null && breakingCount === null

/** Where to go: as far as nothing breaks, else to the newest; undefined where there is nothing newer. */
const targetOf = ({ version, newest, newestCompatible }: Row): string | undefined =>
  newestCompatible ?? (newest === version ? undefined : (newest ?? undefined))

const columns: readonly Column<Row>[] = [
  {
    key: 'module',
    header: 'Module',
    width: 3.8,
    place: 'title',
    cell: (row) => <NameLink href={paths.module(row, { version: row.version })}>{addressOf(row)}</NameLink>,
    text: addressOf,
  },
  {
    key: 'version',
    header: 'Version',
    width: 1.6,
    cell: ({ version }) => <Exact>{version}</Exact>,
    text: ({ version }) => version,
  },
  {
    key: 'state',
    header: 'State',
    width: 2.5,
    place: 'below',
    cell: (row) => <UpgradeState {...row} />,
    text: ({ status, endOfLife }) => (endOfLife ? `Ends ${endOfLife.date}` : upgradeWord(status)),
  },
  {
    key: 'compatible',
    header: 'Compatible',
    width: 3.4,
    cell: (row) =>
      isUncounted(row) ? (
        <Dimmed>{notCounted}</Dimmed>
      ) : (
        <Target row={row} version={row.newestCompatible} leads />
      ),
    text: (row) => row.newestCompatible ?? (isUncounted(row) ? notCounted : ''),
  },
  {
    key: 'newest',
    header: 'Newest',
    width: 3.1,
    cell: (row) => (
      <Target
        row={row}
        version={row.newest}
        leads={row.newestCompatible === null && row.newest !== row.version}
        breaks={row.breakingCount}
      />
    ),
    text: ({ newest, breakingCount }) =>
      [newest, breakingCount && `(${breaksText(breakingCount).toLowerCase()})`].filter(Boolean).join(' '),
  },
  momentColumn('last', 'Last download', 2.2, ({ lastDownloadedAt }) => lastDownloadedAt),
  numberColumn('downloads', 'Downloads', 1.7, ({ downloads }) => downloads),
  {
    key: 'users',
    header: 'Used by',
    width: 2.3,
    cell: ({ usedBy, tokenCount }) =>
      usedBy.length > 0 ? (
        <Users users={usedBy} />
      ) : (
        <Dimmed>{count(tokenCount, 'token')}, gone since</Dimmed>
      ),
    text: ({ usedBy }) => usersText(usedBy),
  },
]

type TargetProps = {
  row: Row
  version: string | null
  /** It is where to go, so what changes on the way is a step away. */
  leads: boolean
  breaks?: number | null
}

/** A version above the one that is used. */
function Target({ row, version, leads, breaks = null }: TargetProps) {
  if (version === null) return <Nothing />
  return (
    <States>
      <Exact>{version}</Exact>
      <Breaks changes={breaks} />
      {leads && (
        <Anchor
          component={Link}
          href={paths.moduleCompare(row, { from: row.version, to: version })}
          size="xs"
          aria-label={`What changes in ${addressOf(row)} from ${row.version} to ${version}`}
        >
          What changes
        </Anchor>
      )}
    </States>
  )
}

const callColumn = (cli: CliFacts | undefined): Column<Row> => ({
  key: 'call',
  header: 'Call',
  width: 1.2,
  align: 'end',
  place: 'menu',
  cell: (row) => {
    const version = targetOf(row)
    if (!cli || version === undefined) return null
    const text = moduleCall(sourceOf(cli, row), version, row.name, [])
    return <Copy text={text} what={`the call of ${addressOf(row)} ${version}`} />
  },
})

/** The versions of modules that the organization uses and has to leave, and where to go from each. */
export default function UpgradesPage() {
  const { name } = useOrganization()
  const list = useList(ModuleUpgradeList, {
    noun: 'upgrade',
    name: 'module-upgrades',
    choices: { status: 'State', days: 'Days' },
    isChoice,
    variables: ({ search, choices: { status = '', days = usualDays } = {} }) => ({
      name,
      search,
      status: statuses[status] ?? null,
      days: Number(days),
    }),
    pick: (data) => data.organization?.moduleUpgrades,
  })
  const { status, days = usualDays } = list.state.choices ?? {}
  return (
    <>
      <PageHeader title={label} tab={`${label} · ${name}`} />
      <Note mb="md">
        Versions that tokens and members of {name} downloaded in the last {days} days and have to leave, the
        worst first.
      </Note>
      <List
        {...list}
        columns={[...columns, callColumn(list.data?.cli)]}
        searchLabel="Search modules"
        renderChoices={(choose) => (
          <>
            <ChoiceSelect
              label="State"
              value={status}
              onChange={(value) => choose('status', value)}
              options={[
                any,
                ...Object.entries(statuses).map(([value, each]) => ({ value, label: upgradeWord(each) })),
              ]}
            />
            <ChoiceSelect
              label="Downloaded in"
              value={list.state.choices?.['days']}
              onChange={(value) => choose('days', value)}
              options={spans.map((span) => ({
                value: span === usualDays ? '' : span,
                label: `${span} days`,
              }))}
            />
          </>
        )}
        expected={5}
        hint="Search for part of the address of a module, or remove a filter."
      >
        <Empty icon={ModulesDrawing} title="Nothing to move">
          Everything that was downloaded is the newest of its line. What is revoked, deprecated, about to end
          or behind appears here.
        </Empty>
      </List>
    </>
  )
}
