import { count } from '~/ui/plural'

/** `Wrote the current state of 3 workspaces, 2 of them behind: they are set to a newer version.` */
export function useText({ workspaces, behind }: { workspaces: number; behind: number }): string {
  if (workspaces === 0) return 'No current state was written by this version.'
  const wrote = `Wrote the current state of ${count(workspaces, 'workspace')}`
  if (behind === 0) return `${wrote}.`
  if (workspaces === 1) return `${wrote}, which is behind: it is set to a newer version.`
  const those = behind === 1 ? 'it is' : 'they are'
  return `${wrote}, ${behind.toLocaleString('en')} of them behind: ${those} set to a newer version.`
}
