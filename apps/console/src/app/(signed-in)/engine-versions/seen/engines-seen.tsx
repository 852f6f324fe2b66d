'use client'

import { Box, Stack } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { EnginesSeenQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Sparkline } from '~/ui/charts/sparkline'
import { Crumbs } from '~/ui/crumbs'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { VersionsDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { LinkButton, NameLink } from '~/ui/links'
import { List } from '~/ui/lists/list'
import { dayText } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { EngineVersionState } from '../state'
import { clientName } from '../words'
import { Migration } from './migration'
import { PolicyPreview } from './policy-preview'
import classes from './trend.module.css'

const EnginesSeenList = graphql(`
  query EnginesSeen($filter: RunEngineVersionFilter!, $orderBy: RunEngineVersionOrder, $page: PageInput!) {
    runEngineVersions(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        id
        engine
        version
        tokens
        organizations
        requests
        refused
        lastDay
        runs(days: 30) {
          requests
        }
        engineVersionId
        engineVersionStatus {
          ...EngineVersionStateFacts
        }
      }
    }
  }
`)

type Row = EnginesSeenQuery['runEngineVersions']['nodes'][number]

const label = 'Engines seen'
const words = { known: { name: 'Version', yes: 'Known here', no: 'Unknown' } }

const isUnknown = ({ engine, version, engineVersionId }: Row): boolean =>
  engine === 'ENGINE' && version !== '' && engineVersionId === null

const columns: readonly Column<Row>[] = [
  {
    key: 'engine',
    header: 'Engine',
    width: 5,
    place: 'title',
    cell: (row) => <Named row={row} />,
  },
  numberColumn('tokens', 'Tokens', 2, ({ tokens }) => tokens),
  numberColumn('organizations', 'Organizations', 2.5, ({ organizations }) => organizations),
  numberColumn('requests', 'Requests', 2, ({ requests }) => requests),
  {
    key: 'trend',
    header: 'Day by day',
    width: 3,
    place: 'wide',
    cell: ({ runs }) => (
      <Sparkline
        days={runs.map(({ requests }) => ({ count: requests }))}
        what="Requests"
        className={classes['trend']}
      />
    ),
  },
  numberColumn('refused', 'Refused', 2, ({ refused }) => refused),
  { key: 'last', header: 'Last seen', width: 2.5, cell: ({ lastDay }) => dayText(lastDay) },
]

const adding: Column<Row> = {
  key: 'add',
  header: 'Add',
  width: 1.6,
  place: 'menu',
  cell: (row) =>
    isUnknown(row) && (
      <LinkButton href={paths.engineVersionNew({ version: row.version })} size="compact-xs" variant="default">
        {`Add ${row.version}`}
      </LinkButton>
    ),
}

function Named({ row }: { row: Row }) {
  const { engineVersionId: id, engineVersionStatus: state } = row
  const name = clientName(row.engine, row.version)
  if (id === null || !state) return isUnknown(row) ? `${name} (unknown)` : name
  return (
    <EngineVersionState version={<NameLink href={paths.engineVersion(id)}>{name}</NameLink>} state={state} />
  )
}

/** Versions that the clients of the registry report; whether there are any is known when the page is sent. */
export function EnginesSeen({ hasRuns }: { hasRuns: boolean }) {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  const list = useList(EnginesSeenList, {
    noun: 'version',
    name: 'engines-seen',
    words,
    orders: { fields: { tokens: 'TOKENS', requests: 'REQUESTS', last: 'LAST_DAY' }, own: '-tokens' },
    variables: ({ search, flags }) => ({ filter: { ...(search !== '' && { search }), ...flags } }),
    pick: (data) => data.runEngineVersions,
  })
  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader title={label} tab="Engines seen · Engine versions" />
      <Stack gap={4} mb="md">
        <Note>
          Versions that clients of the registry reported in the last 30 days. A client can report any version.
        </Note>
        <PolicyPreview />
      </Stack>
      <Box mb="md">
        <Migration hasRuns={hasRuns} />
      </Box>
      <List
        {...list}
        label={label}
        columns={[...columns, mayWrite && adding]}
        failureTitle="The engines could not be loaded"
        hint="Search for part of the number, or remove a filter."
      >
        <Empty icon={VersionsDrawing} title="No engine seen yet">
          Versions appear here once the CLI has asked the registry with a token.
        </Empty>
      </List>
    </>
  )
}
