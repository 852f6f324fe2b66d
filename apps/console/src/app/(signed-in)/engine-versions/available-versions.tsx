'use client'

import { Anchor, Badge, Group } from '@mantine/core'
import { IconVersions } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { AvailableVersionListQuery } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { Moment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { Small } from '~/ui/texts'
import { useListState } from '~/ui/use-list-state'
import { StateBadges } from './state'

const AvailableVersionList = graphql(`
  query AvailableVersionList($search: String, $page: PageInput!) {
    availableEngineVersions(search: $search, page: $page) {
      nodes {
        id
        version
        createdAt
        status {
          ...EngineVersionStateFacts
        }
        archs {
          os
          arch
          url
        }
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
    latestEngineVersion {
      id
    }
  }
`)

type Row = AvailableVersionListQuery['availableEngineVersions']['nodes'][number]

const columnsWith = (latest: string | undefined): readonly Column<Row>[] => [
  {
    key: 'version',
    header: 'Version',
    width: 5,
    place: 'title',
    cell: ({ id, version, status }) => (
      <>
        <Group gap={6}>
          <strong>{version}</strong>
          {id === latest && <Badge color="green">Latest</Badge>}
          <StateBadges state={status} />
        </Group>
        {status.deprecatedReason !== null && <Small>{status.deprecatedReason}</Small>}
      </>
    ),
  },
  {
    key: 'archives',
    header: 'Downloads',
    width: 5,
    cell: ({ archs }) => (
      <Group gap="0 0.75rem">
        {archs.map(({ os, arch, url }) => (
          <Anchor key={`${os}/${arch}`} href={url} rel="noreferrer" inherit>
            {os} {arch}
          </Anchor>
        ))}
      </Group>
    ),
  },
  { key: 'created', header: 'Added', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

const label = 'Engine versions'

/** The versions that workspaces may use, for all who decide nothing about them. */
export function AvailableVersions() {
  const narrowing = useListState({ name: 'available-versions' })
  const { search, page } = narrowing.state
  const list = useQueryKeepingPrevious(AvailableVersionList, {
    search,
    page: { number: page, size: narrowing.size },
  })
  return (
    <>
      <PageHeader title={label} />
      <SearchedList
        searchLabel="Search versions"
        {...narrowing}
        label={label}
        columns={columnsWith(list.data?.latestEngineVersion?.id)}
        list={list}
        found={list.data?.availableEngineVersions}
        failureTitle="Engine versions could not be loaded"
        noMatch="No engine version matches"
        hint="Search for part of the number, such as 1.9."
      >
        <Empty icon={IconVersions} title="No engine versions yet">
          Site administrators add the versions that workspaces may use.
        </Empty>
      </SearchedList>
    </>
  )
}
