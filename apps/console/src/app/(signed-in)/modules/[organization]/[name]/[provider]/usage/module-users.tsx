'use client'

import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { ModuleDownloadConsumersQuery, ModuleDownloadsQuery } from '~/data/generated/graphql'
import { query, useQueryKeepingPrevious } from '~/data/query'
import { DownloadsChart } from '~/ui/charts/downloads-chart'
import { Failure } from '~/ui/feedback/failure'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { PagedList } from '~/ui/lists/paged-list'
import { useList } from '~/ui/lists/use-list'
import { ListSection, Section } from '~/ui/section'
import { count } from '~/ui/text'
import { Note } from '~/ui/texts'
import type { FoundModule } from '../queries'
import { consumerName, installedText } from '../words'
import { Installations } from './installations'
import { OutdatedConsumers } from './outdated-consumers'
import { Segments } from '~/ui/segments'

/** Organizations, workspaces and downloads of a module. */
export const ModuleUsers = ({ module }: { module: FoundModule }) => (
  <Stack gap="md">
    {module.canDelete && <OutdatedConsumers module={module} />}
    <InstalledVersions module={module} />
    {!module.usableOnly && <Downloads module={module} />}
  </Stack>
)

const ModuleVersionUses = graphql(`
  query ModuleVersionUses($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versionUse {
          version
          workspaces
          behind
        }
      }
    }
  }
`)

/** Versions of a module that workspaces have installed, reported by their own tokens. */
function InstalledVersions({ module }: { module: FoundModule }) {
  const { namespace: organization, name, provider } = module
  const list = useQuery(query(ModuleVersionUses, { organization, name, provider }))
  const rows = list.data?.registryModuleNamespace?.registryModule?.versionUse
  return (
    <ListSection title="Workspaces" about={rows && <Note my="xs">{installedText(rows)}</Note>}>
      {list.isLoading && <Skeleton height={80} />}
      {list.isError && (
        <Failure
          title="The versions in use could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {rows && rows.length > 0 && <Installations module={module} uses={rows} />}
    </ListSection>
  )
}

const ModuleDownloads = graphql(`
  query ModuleDownloads($id: ID!, $days: Int!) {
    registryModule(id: $id) {
      downloadsHistory(days: $days) {
        days {
          day
          count
        }
      }
    }
  }
`)

const ModuleDownloadConsumers = graphql(`
  query ModuleDownloadConsumers($id: ID!, $days: Int!, $page: PageInput!) {
    registryModule(id: $id) {
      downloadsHistory(days: $days) {
        consumers(page: $page) {
          nodes {
            organizationId
            organizationName
            count
          }
        }
      }
    }
  }
`)

type History = NonNullable<NonNullable<ModuleDownloadsQuery['registryModule']>['downloadsHistory']>
type Consumer = NonNullable<
  NonNullable<ModuleDownloadConsumersQuery['registryModule']>['downloadsHistory']
>['consumers']['nodes'][number] & { id: string }

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

/** Charts and numbers of downloads, over time and by organization. */
function Downloads({ module }: { module: FoundModule }) {
  const [days, setDays] = useState('30')
  const { data, error, refetch } = useQueryKeepingPrevious(ModuleDownloads, {
    id: module.id,
    days: Number(days),
  })
  const history = data?.registryModule?.downloadsHistory
  return (
    <Stack gap="md">
      <Segments label="Time span" options={spans} value={days} onChange={setDays} />
      {history ? (
        <>
          <OverTime history={history} />
          {!module.canDelete && <ByConsumer id={module.id} days={Number(days)} />}
        </>
      ) : error ? (
        <Failure title="The downloads could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Stack>
  )
}

function OverTime({ history: { days } }: { history: History }) {
  const total = days.reduce((sum, day) => sum + day.count, 0)
  return (
    <Section title="Over time">
      <Note mb="sm">{total === 0 ? 'No downloads in this time.' : count(total, 'download')}</Note>
      <DownloadsChart days={days} />
    </Section>
  )
}

/** The organizations that downloaded most; people who manage the module see them by version instead. */
function ByConsumer({ id, days }: { id: string; days: number }) {
  const list = useList(ModuleDownloadConsumers, {
    noun: 'consumer',
    prefix: 'consumer-',
    variables: { id, days },
    pick: ({ registryModule }) => {
      const consumers = registryModule?.downloadsHistory?.consumers
      const withId = (each: Omit<Consumer, 'id'>) => ({ ...each, id: each.organizationId ?? 'people' })
      return consumers && { ...consumers, nodes: consumers.nodes.map(withId) }
    },
  })
  if (list.found?.totalCount === 0) return null
  const most = Math.max(1, ...(list.found?.nodes ?? []).map((each) => each.count))
  return (
    <ListSection title="By consumer">
      <PagedList
        {...list}
        label="Downloads by consumer"
        columns={downloadsColumnsOf(most)}
        expected={3}
        nothing="None yet."
      />
    </ListSection>
  )
}

const downloadsColumnsOf = (most: number): readonly Column<Consumer>[] => [
  { key: 'name', header: 'Consumer', width: 4, place: 'title', cell: consumerName },
  numberColumn('count', 'Downloads', 2, (consumer) => consumer.count),
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
