import type { EngineVersionActionFactsFragment } from '~/data/generated/graphql'
import { count } from '~/ui/plural'

/** Why a version cannot be deleted, in sentences; undefined when it can. */
export function deletionObstacle(
  block: EngineVersionActionFactsFragment['deletionBlockedBy'],
): string | undefined {
  if (block === null) return undefined
  const { official, workspaces } = block
  const sentences = [
    ...(official ? ['Official versions cannot be deleted.'] : []),
    ...(workspaces > 0 ? [`${count(workspaces, 'workspace')} ${workspaces === 1 ? 'uses' : 'use'} it.`] : []),
  ]
  return sentences.join(' ') || 'It cannot be deleted.'
}
