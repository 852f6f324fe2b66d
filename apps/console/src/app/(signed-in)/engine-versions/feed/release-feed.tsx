'use client'

import { Button, Paper, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconRss } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useQueryKeepingPrevious } from '~/data/query'
import type { ReleaseFeedQuery as Answer } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import { DataTable, DataTableSkeleton } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { Failure } from '~/ui/failure'
import { readPage, showPage } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'
import { count } from '~/ui/plural'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { Alarms } from './alarms'
import { columnsOf } from './columns'
import { ReleaseFeedQuery } from './queries'
import { TakeOverButton } from './take-over'

const label = 'Release feed'
const pageSize = 100

/** What the feed of versions says and the platform does not; a person decides what is taken over. */
export function ReleaseFeed() {
  const page = readPage(useSearchParams())
  const { data, error, isLoading, isFetching, isPlaceholderData, refetch } = useQueryKeepingPrevious(
    ReleaseFeedQuery,
    { page: { number: page, size: pageSize } },
  )
  const feed = data?.releaseFeed
  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader
        title="Release feed"
        tab="Release feed · Engine versions"
        actions={
          feed && (
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              Refresh
            </Button>
          )
        }
      />
      {isLoading ? (
        <DataTableSkeleton label={label} columns={columnsOf(new Set(), () => undefined)} count={5} />
      ) : feed ? (
        <Comparison feed={feed} stale={isPlaceholderData} />
      ) : error ? (
        <Failure title="The release feed could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <NoFeed />
      )}
    </>
  )
}

type Feed = NonNullable<Answer['releaseFeed']>

function Comparison({ feed, stale }: { feed: Feed; stale: boolean }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { nodes, pageInfo, totalCount } = feed.differences
  const pick = (versions: readonly string[], isPicked: boolean) => {
    const next = new Set(picked)
    for (const version of versions) {
      if (isPicked) next.add(version)
      else next.delete(version)
    }
    setPicked(next)
  }
  const fresh = nodes.filter(({ known }) => known === null).map(({ version }) => version)
  return (
    <Stack gap="md">
      <Alarms differences={nodes} />
      <Paper>
        {totalCount === 0 ? (
          <Empty icon={IconCircleCheck} title="Nothing new">
            {count(feed.same, 'version')} of the feed {feed.same === 1 ? 'is' : 'are'} known just so.
          </Empty>
        ) : (
          <>
            <TakeOverButton
              feed={feed}
              picked={picked}
              fresh={fresh}
              onPick={pick}
              onTaken={() => setPicked(new Set())}
            />
            <DataTable
              label={label}
              columns={columnsOf(picked, pick)}
              rows={nodes}
              rowKey={({ version }) => version}
              stale={stale}
            />
            <Pager label={label} page={pageInfo} totalCount={totalCount} onChange={showPage} />
          </>
        )}
      </Paper>
      <FaultyEntries faulty={feed.faulty} />
    </Stack>
  )
}

function FaultyEntries({ faulty }: { faulty: Feed['faulty'] }) {
  if (faulty.totalCount === 0) return null
  const more = faulty.totalCount - faulty.nodes.length
  return (
    <Section title="Invalid entries">
      {faulty.nodes.map(({ index, faults }) => (
        <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
          Entry {index + 1}: {faults.map(({ message }) => message).join('. ')}
        </Text>
      ))}
      {more > 0 && <Note>and {more.toLocaleString('en')} more</Note>}
    </Section>
  )
}

const NoFeed = () => (
  <Paper>
    <Empty icon={IconRss} title="No release feed configured">
      The operator of this platform can set a file or an address as ENGINE_VERSIONS_FEED. Unknown versions are
      then added at each start, and what differs is shown here.
    </Empty>
  </Paper>
)
