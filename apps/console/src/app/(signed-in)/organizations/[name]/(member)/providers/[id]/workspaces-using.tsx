'use client'

import { graphql } from '~/data/generated'
import type { ProviderWorkspacesQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { PagedList } from '~/ui/paged-list'
import { count } from '~/ui/plural'
import { ListSection } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import { resourceNumber } from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/resource-number'
import { EngineVersionState } from '~/app/(signed-in)/engine-versions/state'

const ProviderWorkspaces = graphql(`
  query ProviderWorkspaces($providerId: ID!, $page: PageInput!) {
    workspacesUsingProvider(providerId: $providerId, page: $page) {
      nodes {
        id
        name
        engineVersion
        engineVersionStatus {
          ...EngineVersionStateFacts
        }
        resourceCount
        organization {
          name
        }
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)

type Row = NonNullable<ProviderWorkspacesQuery['workspacesUsingProvider']>['nodes'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Workspace',
    width: 4,
    place: 'title',
    cell: ({ id, name, organization }) => (
      <NameLink href={paths.workspace(organization.name, id)}>{name}</NameLink>
    ),
  },
  { key: 'organization', header: 'Organization', width: 3, cell: ({ organization }) => organization.name },
  {
    key: 'version',
    header: 'Engine version',
    width: 4,
    cell: ({ engineVersion, engineVersionStatus }) => (
      <EngineVersionState version={engineVersion} state={engineVersionStatus} />
    ),
  },
  {
    key: 'resources',
    header: 'Resources',
    width: 2,
    align: 'end',
    cell: ({ resourceCount }) => resourceNumber(resourceCount),
  },
]

const pageSize = 10

/** Where a provider is really in use, as current states tell. */
export function WorkspacesUsing({ providerId, usage }: { providerId: string; usage: number }) {
  const list = useList(ProviderWorkspaces, {
    noun: 'workspace',
    prefix: 'using-',
    size: pageSize,
    enabled: usage > 0,
    variables: { providerId },
    pick: (data) => data.workspacesUsingProvider,
  })
  return (
    <ListSection
      title="Used by"
      about={
        <Note my="xs">
          {usage === 0
            ? 'No workspace that you see has resources of it in its current state.'
            : `${count(usage, 'workspace')} ${usage === 1 ? 'has' : 'have'} resources of it in the current state.`}
        </Note>
      }
    >
      {usage > 0 && (
        <PagedList
          columns={columns}
          {...list}
          label="Workspaces that use it"
          expected={Math.min(usage, pageSize)}
          nothing="None any more."
        />
      )}
    </ListSection>
  )
}
