'use client'

import { Box, Group, Progress } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { OrganizationWorkspacesQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'
import { count } from '~/ui/plural'
import { ListSection } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import { EngineVersionState } from '~/app/(signed-in)/engine-versions/state'
import type { FoundOrganization } from './queries'

const OrganizationWorkspaces = graphql(`
  query OrganizationWorkspaces($name: String!, $page: PageInput!) {
    siteOrganization(name: $name) {
      workspaces(page: $page) {
        nodes {
          id
          name
          engineVersion
          engineVersionStatus {
            ...EngineVersionStateFacts
          }
          createdAt
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
    }
  }
`)

type Found = NonNullable<OrganizationWorkspacesQuery['siteOrganization']>['workspaces']

const columnsOf = (organization: string): readonly Column<Found['nodes'][number]>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 5,
    place: 'title',
    cell: ({ id, name }) => <NameLink href={paths.workspace(organization, id)}>{name}</NameLink>,
  },
  {
    key: 'version',
    header: 'Engine version',
    width: 4,
    cell: ({ engineVersion, engineVersionStatus }) => (
      <EngineVersionState version={engineVersion} state={engineVersionStatus} />
    ),
  },
  { key: 'created', header: 'Created', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

/** The workspaces, and how many more there may be. The API keeps those of a disabled organization to itself. */
export function Workspaces({ organization }: { organization: FoundOrganization }) {
  const { name, isDisabled, workspaceLimit } = organization
  const list = useList(OrganizationWorkspaces, {
    noun: 'workspace',
    size: 10,
    enabled: !isDisabled,
    variables: { name },
    pick: (data) => data.siteOrganization?.workspaces,
  })
  return (
    <ListSection
      title="Workspaces"
      about={
        isDisabled ? (
          <Note my="xs">
            {count(organization.disableConsequences.workspaces, 'workspace')}, unavailable until the
            organization is enabled.
          </Note>
        ) : (
          <Used used={list.found?.totalCount} limit={workspaceLimit} />
        )
      }
    >
      {!isDisabled && (
        <PagedList
          columns={columnsOf(name)}
          {...list}
          expected={Math.min(10, organization.disableConsequences.workspaces)}
          nothing="None yet."
        />
      )}
    </ListSection>
  )
}

/** How many there are, and against which limit. */
function Used({ used, limit }: { used: number | undefined; limit: number | null }) {
  if (used === undefined) return <Box h={24} />
  if (!limit) return <Note mt={4}>{count(used, 'workspace')}, without a limit</Note>
  const isFull = used >= limit
  return (
    <Group gap="sm" mt={4}>
      <Note>
        {used.toLocaleString('en')} of {limit.toLocaleString('en')} used
        {isFull && '. Limit reached.'}
      </Note>
      <Progress
        value={Math.min(100, (used / limit) * 100)}
        color={isFull ? 'red' : 'harbor'}
        w={120}
        aria-hidden
      />
    </Group>
  )
}
