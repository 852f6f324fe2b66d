import { paths } from '~/paths'
import type { Count } from '~/ui/counts'
import { numberText, storageText } from '~/ui/text'
import type { Quota } from './words'

export type Contents = {
  name: string
  isDisabled?: boolean
  workspaces: number
  workspaceLimit: number | null
  modules: number
  providers: number
  members: number
  teams: number
  /** Null for a viewer who does not decide about the organization. */
  quotas: readonly Quota[] | null
}

/** Returns what an organization has, in numbers that lead to its lists; those of a disabled one are closed. */
export function contentsOf(contents: Contents): readonly Count[] {
  const { name, isDisabled = false, quotas, workspaceLimit } = contents
  const storage = quotas?.find(({ kind }) => kind === 'STORAGE')
  const teams = quotas?.find(({ kind }) => kind === 'TEAMS')
  const to = (path: string) => (isDisabled ? undefined : path)
  const most = (limit: number | null | undefined, text = numberText) =>
    limit ? `of ${text(limit)}` : undefined
  return [
    {
      label: 'Workspaces',
      number: numberText(contents.workspaces),
      detail: most(workspaceLimit),
      path: to(paths.workspaces(name)),
    },
    { label: 'Modules', number: numberText(contents.modules), path: to(paths.organizationModules(name)) },
    { label: 'Providers', number: numberText(contents.providers), path: to(paths.providers(name)) },
    { label: 'Members', number: numberText(contents.members), path: to(paths.members(name)) },
    {
      label: 'Teams',
      number: numberText(contents.teams),
      detail: most(teams?.limit),
      path: to(paths.teams(name)),
    },
    ...(storage
      ? [
          {
            label: 'Stored files',
            number: storageText(storage.used),
            detail: most(storage.limit, storageText),
          },
        ]
      : []),
  ]
}
