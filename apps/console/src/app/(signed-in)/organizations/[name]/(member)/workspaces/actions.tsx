'use client'

import { IconPencil, IconTrash } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { WorkspaceRowFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { useRouter } from '~/ui/navigation'
import { count } from '~/ui/plural'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

const WorkspaceDelete = graphql(`
  mutation WorkspaceDelete($input: WorkspaceDeleteInput!) {
    workspaceDelete(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

type Workspace = Pick<WorkspaceRowFragment, 'id' | 'name' | 'engineVersion' | 'resourceCount'>

export function useWorkspaceActions(onDeleted?: () => void): (workspace: Workspace) => Action[] {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const remove = useChange(WorkspaceDelete)

  const askAndDelete = ({ id, name, engineVersion, resourceCount }: Workspace) =>
    confirm({
      title: `Delete ${name}?`,
      children:
        resourceCount === 0
          ? `The workspace no longer counts as a user of ${engineVersion}. Its states are deleted. This cannot be undone.`
          : `Its states are deleted with it. The ${count(resourceCount, 'resource')} in the current one stay as they are, and no workspace manages them any more. This cannot be undone.`,
      action: `Delete ${name}`,
      danger: true,
      askReason: true,
      ...(resourceCount > 0 && { typed: name }),
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
