'use client'

import { Anchor } from '@mantine/core'
import { addressOf } from '~/app/(signed-in)/modules/actions'
import { Breaks, notCounted, UpgradeState, upgradeWord, Users } from '~/app/(signed-in)/modules/upgrade-state'
import {
  type CliFacts,
  moduleCall,
  sourceOf,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { ModuleUpgradeListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { any, ChoiceSelect } from '~/ui/lists/choice-select'
import { Copy } from '~/ui/copy'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { ModulesDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { Link } from '~/ui/link'
import { NameLink } from '~/ui/links'
import { List } from '~/ui/lists/list'
import { momentColumn } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { States } from '~/ui/feedback/state-dot'
import { count } from '~/ui/text'
import { Dimmed, Exact, Note, Nothing } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'

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

/** Tells whether the breaking changes to other versions are still to be counted. */
const isUncounted = ({ newest, breakingCount }: Row): boolean => newest !== null && breakingCount === null

/**
 * Returns the suggested version: the newest compatible one, else the newest; undefined if there is no newer
 * one.
 */
const targetOf = ({ version, newest, newestCompatible }: Row): string | undefined =>
  newestCompatible ?? (newest === version ? undefined : (newest ?? undefined))

const columns: readonly Column<Row>[] = [
  {
    key: 'module',
    header: 'Module',
    width: 3.8,
    place: 'title',
    cell: (row) => <NameLink href={paths.module(row, { version: row.version })}>{addressOf(row)}</NameLink>,
  },
  {
    key: 'version',
    header: 'Version',
    width: 1.6,
    cell: ({ version }) => <Exact>{version}</Exact>,
  },
  {
    key: 'state',
    header: 'State',
    width: 2.5,
    place: 'below',
    cell: (row) => <UpgradeState {...row} />,
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
        <Dimmed>{count(tokenCount, 'token')}, deleted since</Dimmed>
      ),
  },
]

type TargetProps = {
  row: Row
  version: string | null
  /** True for the suggested version, which links to what changes on the way. */
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
          All downloaded versions are the newest of their line. Revoked, deprecated, ending and outdated
          versions appear here.
        </Empty>
      </List>
    </>
  )
}
