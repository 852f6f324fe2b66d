import type { WorkspaceRowFragment } from '~/data/generated/graphql'
import { count } from '~/ui/plural'

/** What the deletion of a workspace would do, in sentences. */
export function deletionText({
  engineVersion,
  resourceCount,
  locked,
}: Pick<WorkspaceRowFragment, 'engineVersion' | 'resourceCount' | 'locked'>): string {
  const lock = locked ? 'It is locked: a run may be writing its state now. ' : ''
  const states =
    resourceCount === 0
      ? `The workspace no longer counts as a user of ${engineVersion}. Its states are deleted.`
      : resourceCount === null
        ? 'Its states are deleted with it. The current one cannot be read here: what it manages stays as it is, and no workspace manages it any more.'
        : `Its states are deleted with it. The ${count(resourceCount, 'resource')} in the current one stay as they are, and no workspace manages them any more.`
  return `${lock}${states} This cannot be undone.`
}
