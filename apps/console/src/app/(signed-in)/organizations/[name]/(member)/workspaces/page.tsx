'use client'

import { Badge, Group } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { WorkspaceRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { NameLink, NewButton } from '~/ui/links'
import { List } from '~/ui/list'
import { Moment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { menuColumn } from '~/ui/row-menu'
import { Small } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import { useWorkspaceActions } from './actions'
import { engineVersionColumn, resourcesColumn } from './columns'
import { OutdatedBanner } from './outdated-banner'

export const WorkspaceRow = graphql(`
  fragment WorkspaceRow on Workspace {
    id
    name
    description
    engineVersion
    engineVersionStatus {
      ...EngineVersionStateFacts
    }
    resourceCount
    locked
    createdAt
    canUpdate
    canDelete
  }
`)

const WorkspaceList = graphql(`
  query WorkspaceList(
    $name: String!
    $search: String
    $needsUpgrade: Boolean
    $orderBy: WorkspaceOrder
    $page: PageInput!
  ) {
    organization(name: $name) {
      workspaces(search: $search, needsUpgrade: $needsUpgrade, orderBy: $orderBy, page: $page) {
        nodes {
          ...WorkspaceRow
        }
      }
    }
  }
`)

const label = 'Workspaces'

const words = { needsUpgrade: { name: 'Engine version', yes: 'Needs upgrade', no: 'Supported' } }

function WorkspaceLink({ row: { id, name } }: { row: WorkspaceRowFragment }) {
  const organization = useOrganization()
  return <NameLink href={paths.workspace(organization.name, id)}>{name}</NameLink>
}

const columns: readonly Column<WorkspaceRowFragment>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 5,
    place: 'title',
    cell: (row) => (
      <>
        <Group gap={6}>
          <WorkspaceLink row={row} />
          {row.locked && <Badge color="yellow">Locked</Badge>}
        </Group>
        {row.description !== null && <Small>{row.description}</Small>}
      </>
    ),
    text: ({ name }) => name,
  },
  engineVersionColumn,
  resourcesColumn,
  {
    key: 'created',
    header: 'Created',
    width: 3,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
]

export default function WorkspacesPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('WORKSPACES_WRITE')
  const list = useList(WorkspaceList, {
    noun: 'workspace',
    name: 'workspaces',
    words,
    orders: { fields: { name: 'NAME', version: 'ENGINE_VERSION', created: 'CREATED_AT' }, own: 'name' },
    variables: ({ search, flags }) => ({ name, search, needsUpgrade: flags.needsUpgrade ?? null }),
    pick: (data) => data.organization?.workspaces,
  })
  const actionsOf = useWorkspaceActions()
  const newButton = mayWrite && <NewButton href={paths.workspaceNew(name)}>New workspace</NewButton>
  return (
    <>
      <PageHeader title={label} tab={`${label} · ${name}`} actions={newButton} />
      <OutdatedBanner />
      <List
        {...list}
        columns={mayWrite ? [...columns, menuColumn((row) => row.name, actionsOf, 1.5)] : columns}
        expected={5}
        hint="Search for part of the name, or remove a filter."
      >
        <Empty icon={IconBox} title="No workspaces yet" action={newButton}>
          A workspace holds the state of a configuration, and names the engine version that runs it.
        </Empty>
      </List>
    </>
  )
}
