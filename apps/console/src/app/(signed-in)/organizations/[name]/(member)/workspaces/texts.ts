import type { StateForm, WorkspaceRowFragment } from '~/data/generated/graphql'
import { count, numberText } from '~/ui/text'

/** `1.11.4`; where it was written in words, with what they stand for: `latest → 1.11.4`. */
export const versionText = ({
  engineVersion,
  resolvedEngineVersion,
}: Pick<WorkspaceRowFragment, 'engineVersion' | 'resolvedEngineVersion'>): string =>
  engineVersion === resolvedEngineVersion ? engineVersion : `${engineVersion} → ${resolvedEngineVersion}`

/** `1,204`; in words where the state cannot be read here. */
export const resourceNumber = (count: number | null): string =>
  count === null ? 'Not counted' : numberText(count)

const unread: Readonly<Record<StateForm, string>> = {
  COUNTED: 'resources not counted',
  UNKNOWN: 'resources not readable here',
  ENCRYPTED: 'encrypted by the client',
}

/** `3 resources`, or why the number is unknown: what is not counted is never told as none. */
export const resourcesText = (resourceCount: number | null, form: StateForm): string =>
  resourceCount === null ? unread[form] : count(resourceCount, 'resource')

/** Returns the effects of deleting a workspace, in sentences. */
export function deletionText({
  resolvedEngineVersion,
  resourceCount,
  locked,
}: Pick<WorkspaceRowFragment, 'resolvedEngineVersion' | 'resourceCount' | 'locked'>): string {
  const lock = locked ? 'It is locked: a run may be writing its state now. ' : ''
  const states =
    resourceCount === 0
      ? `The workspace no longer counts as a user of ${resolvedEngineVersion}. Its states are deleted.`
      : resourceCount === null
        ? 'Its states are deleted with it. The current one cannot be read here: its resources stay as they are, and no workspace manages them any longer.'
        : `Its states are deleted with it. The ${count(resourceCount, 'resource')} in the current one stay as they are, and no workspace manages them any longer.`
  return `${lock}${states} This cannot be undone.`
}
