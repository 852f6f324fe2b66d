'use client'

import { graphql } from '~/data/generated'
import type { EngineVersionWorkspacesQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { LinkButton, NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'
import { count } from '~/ui/plural'
import { ListSection } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'

const EngineVersionWorkspaces = graphql(`
  query EngineVersionWorkspaces($id: ID!, $orderBy: WorkspaceOrder, $page: PageInput!) {
    engineVersion(id: $id) {
      workspaces(orderBy: $orderBy, page: $page) {
        nodes {
          id
          name
          createdAt
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
  }
`)

type Workspaces = NonNullable<EngineVersionWorkspacesQuery['engineVersion']>['workspaces']

const columns: readonly Column<Workspaces['nodes'][number]>[] = [
  {
    key: 'name',
    header: 'Workspace',
    width: 4,
    place: 'title',
    cell: ({ id, name, organization }) => (
      <NameLink href={paths.workspace(organization.name, id)}>{name}</NameLink>
    ),
  },
  { key: 'organization', header: 'Organization', width: 4, cell: ({ organization }) => organization.name },
  { key: 'created', header: 'Created', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

const pageSize = 10

/** Who uses a version. */
export function UsedBy({ id, version, usage }: { id: string; version: string; usage: number }) {
  const list = useList(EngineVersionWorkspaces, {
    noun: 'workspace',
    orders: { fields: { name: 'NAME', organization: 'ORGANIZATION', created: 'CREATED_AT' }, own: 'name' },
    size: pageSize,
    enabled: usage > 0,
    variables: { id },
    pick: (data) => data.engineVersion?.workspaces,
  })

  return (
    <ListSection
      title="Used by"
      about={usage === 0 && <Note my="xs">No workspace uses this version.</Note>}
      action={
        usage > 0 && (
          <LinkButton href={paths.siteWorkspaces({ version })} variant="default" size="xs">
            Used by {count(usage, 'workspace')}
          </LinkButton>
        )
      }
    >
      {usage > 0 && (
        <PagedList
          columns={columns}
          {...list}
          label="Workspaces on this version"
          expected={Math.min(usage, pageSize)}
          nothing={null}
        />
      )}
    </ListSection>
  )
}
