import type { EngineKind, EnginePolicy, EngineVersionActionFactsFragment } from '~/data/generated/graphql'
import { count, numberText } from '~/ui/text'

export const policyNames: Readonly<Record<EnginePolicy, string>> = {
  OBSERVE: 'observe',
  WARN: 'warn',
  REFUSE: 'refuse',
}

/** Effects of a policy on disabled, deprecated and unknown versions. */
export const policyMeans: Readonly<Record<EnginePolicy, string>> = {
  OBSERVE: 'Observe: count who runs them',
  WARN: 'Warn: print a warning at init',
  REFUSE: 'Refuse: also refuse downloads',
}

/** Returns the reason why a version cannot be deleted, in sentences; undefined if it can. */
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

/** `Wrote the current state of 3 workspaces, 2 of them behind: they are set to a newer version.` */
export function useText({ workspaces, behind }: { workspaces: number; behind: number }): string {
  if (workspaces === 0) return 'No current state was written by this version.'
  const wrote = `Wrote the current state of ${count(workspaces, 'workspace')}`
  if (behind === 0) return `${wrote}.`
  if (workspaces === 1) return `${wrote}, which is behind: it is set to a newer version.`
  const those = behind === 1 ? 'it is' : 'they are'
  return `${wrote}, ${numberText(behind)} of them behind: ${those} set to a newer version.`
}

const names: Readonly<Record<EngineKind, string>> = {
  ENGINE: 'Engine',
  FORK: 'Fork',
  OTHER: 'Other client',
}

/** Returns the name that a client reports, in words. */
export function clientName(engine: EngineKind, version: string): string {
  const unread = engine === 'OTHER' ? '' : ' of another version'
  return `${names[engine]}${version === '' ? unread : ` ${version}`}`
}
