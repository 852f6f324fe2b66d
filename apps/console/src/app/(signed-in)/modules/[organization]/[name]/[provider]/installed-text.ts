import { count } from '~/ui/plural'

/** `Used by 3 workspaces, 2 of them behind the newest version.` */
export function installedText(uses: readonly { workspaces: number; behind: number }[]): string {
  const workspaces = uses.reduce((sum, use) => sum + use.workspaces, 0)
  const behind = uses.reduce((sum, use) => sum + use.behind, 0)
  if (workspaces === 0)
    return 'No workspace is known to use it. A workspace counts when a token of its own installs the module and writes its state.'
  const used = `Used by ${count(workspaces, 'workspace')}`
  return behind === 0
    ? `${used}.`
    : `${used}, ${behind.toLocaleString('en')} of them behind the newest version.`
}
