'use client'

import { Group } from '@mantine/core'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useBulkActs } from '~/app/(signed-in)/bulk-acts/use-bulk-acts'
import { graphql } from '~/data/generated'
import type { WorkspaceRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/lists/data-table'
import { WorkspacesDrawing } from '~/ui/feedback/drawings'
import { NameLink, NewButton } from '~/ui/links'
import { ListPage } from '~/ui/lists/list-page'
import { momentColumn } from '~/ui/moment'
import { menuColumn } from '~/ui/lists/row-menu'
import { StateDot } from '~/ui/feedback/state-dot'
import { Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { useWorkspaceActions } from './actions'
import { engineVersionColumn, resourcesColumn, stateColumn } from './columns'
import { OutdatedBanner } from './outdated-banner'

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

const columns = (organization: string): readonly Column<WorkspaceRowFragment>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 5,
    place: 'title',
    cell: ({ id, name, description, locked }) => (
      <>
        <Group gap={6}>
          <NameLink href={paths.workspace(organization, id)}>{name}</NameLink>
          {locked && <StateDot tone="warning">Locked</StateDot>}
        </Group>
        {description !== null && <Small>{description}</Small>}
      </>
    ),
  },
  engineVersionColumn,
  resourcesColumn,
  stateColumn,
  momentColumn('created', 'Created', 2.4, ({ createdAt }) => createdAt, 'wide'),
]

export default function WorkspacesPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('WORKSPACES_WRITE')
  const list = useList(WorkspaceList, {
    noun: 'workspace',
    name: 'workspaces',
    words: { needsUpgrade: { name: 'Engine version', yes: 'Needs upgrade', no: 'Supported' } },
    orders: { fields: { name: 'NAME', version: 'ENGINE_VERSION', created: 'CREATED_AT' }, own: 'name' },
    variables: ({ search, flags }) => ({ name, search, needsUpgrade: flags.needsUpgrade ?? null }),
    pick: (data) => data.organization?.workspaces,
  })
  const actionsOf = useWorkspaceActions()
  const { search, flags } = list.state
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf: (row) => row.name,
    matching: { workspaces: { organization: name, search, ...flags } },
    kinds: ['WORKSPACE_ENGINE_VERSION'],
    organization: name,
    isAllowed: mayWrite,
  })
  return (
    <ListPage
      {...list}
      selection={selection}
      between={bar}
      within={name}
      newButton={mayWrite && <NewButton href={paths.workspaceNew(name)}>New workspace</NewButton>}
      above={<OutdatedBanner />}
      icon={WorkspacesDrawing}
      columns={[...columns(name), mayWrite && menuColumn((row) => row.name, actionsOf, 1.5)]}
      expected={5}
      hint="Search for part of the name, or remove a filter."
    >
      A workspace holds the state of a configuration, and names the engine version that runs it.
    </ListPage>
  )
}
