'use client'

import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { WorkspaceRowFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { useRouter } from '~/ui/navigation'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { deletionText } from './deletion-text'

type Workspace = Pick<WorkspaceRowFragment, 'id' | 'name' | 'engineVersion' | 'resourceCount' | 'locked'>

export function useWorkspaceActions(onDeleted?: () => void): (workspace: Workspace) => Action[] {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const remove = useChange('workspaceDelete')

  const askAndDelete = ({ id, name, ...workspace }: Workspace) =>
    confirm({
      title: `Delete ${name}?`,
      children: deletionText(workspace),
      action: `Delete ${name}`,
      danger: true,
      askReason: true,
      ...((workspace.resourceCount !== 0 || workspace.locked) && { typed: name }),
      run: async (reason) =>
        showOutcome(await remove.mutateAsync({ id, reason }), `${name} is deleted.`, onDeleted),
    })

  return (workspace) => [
    {
      label: 'Edit',
      icon: IconPencil,
      run: () => router.push(paths.workspaceEdit(organization, workspace.id)),
    },
    { label: 'Delete', icon: IconTrash, danger: true, run: () => askAndDelete(workspace) },
  ]
}
