'use client'

import { Anchor, Group } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { AvailableVersionListQuery } from '~/data/generated/graphql'
import type { Column } from '~/ui/lists/data-table'
import { VersionsDrawing } from '~/ui/feedback/drawings'
import { ListPage } from '~/ui/lists/list-page'
import { momentColumn } from '~/ui/moment'
import { StateDot, States } from '~/ui/feedback/state-dot'
import { Exact, Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
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
        <States>
          <Exact fw={600}>{version}</Exact>
          {id === latest && <StateDot tone="good">Latest</StateDot>}
          <StateBadges state={status} />
        </States>
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
  momentColumn('created', 'Added', 3, ({ createdAt }) => createdAt),
]

/** The versions that workspaces may use, for all who decide nothing about them. */
export function AvailableVersions() {
  const list = useList(AvailableVersionList, {
    noun: 'engine version',
    name: 'available-versions',
    variables: ({ search }) => ({ search }),
    pick: (data) => data.availableEngineVersions,
  })
  return (
    <ListPage
      searchLabel="Search versions"
      {...list}
      icon={VersionsDrawing}
      download={false}
      columns={columnsWith(list.data?.latestEngineVersion?.id)}
      failureTitle="Engine versions could not be loaded"
      hint="Search for part of the number, such as 1.9."
    >
      Site administrators add the versions that workspaces may use.
    </ListPage>
  )
}
