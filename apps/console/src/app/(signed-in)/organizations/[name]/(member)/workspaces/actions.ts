import { IconPencil } from '@tabler/icons-react'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { WorkspaceRowFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { useRouter } from '~/ui/navigation'
import { deletionText } from './texts'

export const WorkspaceRow = graphql(`
  fragment WorkspaceRow on Workspace {
    id
    name
    description
    ...WorkspaceEngineVersion
    resourceCount
    stateWrittenAt
    locked
    createdAt
  }
`)

/** Returns the actions on a workspace that the viewer may do. */
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
