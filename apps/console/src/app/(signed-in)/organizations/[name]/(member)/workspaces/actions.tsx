'use client'

import { IconPencil } from '@tabler/icons-react'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { WorkspaceRowFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'
import { useRouter } from '~/ui/navigation'
import { deletionText } from './texts'

type Workspace = Pick<WorkspaceRowFragment, 'id' | 'name' | 'engineVersion' | 'resourceCount' | 'locked'>

export function useWorkspaceActions(onDeleted?: () => void): (workspace: Workspace) => Action[] {
  const router = useRouter()
  const act = useAct()
  const { name: organization } = useOrganization()
  return ({ id, name, ...workspace }) => [
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
