'use client'

import { SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { ModuleDownloadsQuery } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { DataTable, type Column } from '~/ui/data-table'
import { Failure } from '~/ui/failure'
import { count } from '~/ui/plural'
import { Section, ListSection } from '~/ui/section'
import { DownloadsChart } from '~/ui/downloads-chart'
import { Note } from '~/ui/texts'
import type { FoundModule } from './queries'

const ModuleDownloads = graphql(`
  query ModuleDownloads($id: ID!, $days: Int!) {
    registryModule(id: $id) {
      downloadsHistory(days: $days) {
        days {
          day
          count
        }
        consumers(page: { size: 100 }) {
          nodes {
            organizationId
            organizationName
            count
          }
          totalCount
        }
      }
    }
  }
`)

type History = NonNullable<NonNullable<ModuleDownloadsQuery['registryModule']>['downloadsHistory']>
type Consumer = History['consumers']['nodes'][number]

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

/** How often it was downloaded, over time and by whom, as pictures and in numbers. */
export function Downloads({ module }: { module: FoundModule }) {
  const [days, setDays] = useState('30')
  const { data, error, refetch } = useQueryKeepingPrevious(ModuleDownloads, {
    id: module.id,
    days: Number(days),
  })
  const history = data?.registryModule?.downloadsHistory
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Time span"
        size="xs"
        data={spans}
        value={days}
        onChange={setDays}
        style={{ alignSelf: 'flex-start' }}
      />
      {history ? (
        <Shown history={history} />
      ) : error ? (
        <Failure title="The downloads could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Stack>
  )
}

function Shown({ history: { days, consumers } }: { history: History }) {
  const total = days.reduce((sum, day) => sum + day.count, 0)
  const most = consumers.nodes[0]?.count ?? 0
  return (
    <>
      <Section title="Over time">
        <Note mb="sm">{total === 0 ? 'No downloads in this time.' : count(total, 'download')}</Note>
        <DownloadsChart days={days} />
      </Section>
      {consumers.nodes.length > 0 && (
        <ListSection title="By consumer">
          <DataTable
            label="Downloads by consumer"
            columns={columnsOf(most)}
            rows={consumers.nodes}
            rowKey={({ organizationId }) => organizationId ?? 'people'}
          />
          {consumers.totalCount > consumers.nodes.length && (
            <Note px="md" pb="md">
              and {count(consumers.totalCount - consumers.nodes.length, 'other consumer')}
            </Note>
          )}
        </ListSection>
      )}
    </>
  )
}

const columnsOf = (most: number): readonly Column<Consumer>[] => [
  { key: 'name', header: 'Consumer', width: 4, place: 'title', cell: nameOf },
  {
    key: 'count',
    header: 'Downloads',
    width: 2,
    cell: (consumer) => consumer.count.toLocaleString('en'),
  },
  {
    key: 'share',
    header: 'Compared',
    width: 5,
    cell: (consumer) => (
      <div
        aria-hidden
        style={{
          width: `${(consumer.count / most) * 100}%`,
          minWidth: 2,
          height: 10,
          borderRadius: 2,
          background: 'var(--mantine-primary-color-filled)',
        }}
      />
    ),
  },
]

function nameOf({ organizationId, organizationName }: Consumer): string {
  if (organizationId === null) return 'People, with tokens of their own'
  return organizationName ?? `a deleted organization (${organizationId})`
}
