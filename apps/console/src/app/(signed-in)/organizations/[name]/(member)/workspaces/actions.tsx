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

type Workspace = Pick<WorkspaceRowFragment, 'id' | 'name' | 'engineVersion' | 'resourceCount' | 'locked'>

/** What its deletion would do, in sentences. */
function consequences({ engineVersion, resourceCount, locked }: Omit<Workspace, 'id' | 'name'>): string {
  const lock = locked ? 'It is locked: a run may be writing its state now. ' : ''
  const states =
    resourceCount === 0
      ? `The workspace no longer counts as a user of ${engineVersion}. Its states are deleted.`
      : resourceCount === null
        ? 'Its states are deleted with it. The current one cannot be read here: what it manages stays as it is, and no workspace manages it any more.'
        : `Its states are deleted with it. The ${count(resourceCount, 'resource')} in the current one stay as they are, and no workspace manages them any more.`
  return `${lock}${states} This cannot be undone.`
}

export function useWorkspaceActions(onDeleted?: () => void): (workspace: Workspace) => Action[] {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const remove = useChange(WorkspaceDelete)

  const askAndDelete = ({ id, name, ...workspace }: Workspace) =>
    confirm({
      title: `Delete ${name}?`,
      children: consequences(workspace),
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
