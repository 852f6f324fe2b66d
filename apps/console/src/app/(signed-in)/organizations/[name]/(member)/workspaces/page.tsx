'use client'

import { Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { WorkspaceRowFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Column } from '~/ui/data-table'
import { WorkspacesDrawing } from '~/ui/drawings'
import { NameLink, NewButton } from '~/ui/links'
import { ListPage } from '~/ui/list-page'
import { momentColumn } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { menuColumn } from '~/ui/row-menu'
import { StateDot } from '~/ui/state-dot'
import { Small } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import { engineVersionColumn, resourcesColumn } from './columns'
import { OutdatedBanner } from './outdated-banner'
import { deletionText } from './texts'

export const WorkspaceRow = graphql(`
  fragment WorkspaceRow on Workspace {
    id
    name
    description
    ...WorkspaceEngineVersion
    resourceCount
    locked
    createdAt
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
    text: ({ name }) => name,
  },
  engineVersionColumn,
  resourcesColumn,
  momentColumn('created', 'Created', 3, ({ createdAt }) => createdAt, 'wide'),
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
  return (
    <ListPage
      {...list}
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

/** What can be done with a workspace by those who may. */
export function useWorkspaceActions(onDeleted?: () => void) {
  const router = useRouter()
  const act = useAct()
  const { name: organization } = useOrganization()
  return ({ id, name, ...workspace }: WorkspaceRowFragment) => [
    { label: 'Edit', icon: IconPencil, run: () => router.push(paths.workspaceEdit(organization, id)) },
    deletion(act, {
      name,
      change: change('workspaceDelete', { id }),
      body: deletionText(workspace),
      typed: workspace.resourceCount !== 0 || workspace.locked ? name : undefined,
      after: onDeleted,
    }),
  ]
}
