import { count } from '~/ui/plural'

/** What lies in an organization, in numbers. */
export type Reach = {
  members: number
  workspaces: number
  teams: number
  modules: number
  providers: number
  consumersLosing: number
}

const some = (parts: readonly (readonly [number, string])[]): string[] =>
  parts.filter(([number]) => number > 0).map(([number, one]) => count(number, one))

const listFormat = new Intl.ListFormat('en')

function consumersLose({ consumersLosing }: Reach): string[] {
  if (consumersLosing === 0) return []
  const verb = consumersLosing === 1 ? 'loses' : 'lose'
  return [`${count(consumersLosing, 'other organization')} ${verb} its modules.`]
}

/** What goes dark when an organization is disabled, a sentence each. */
export function disableConsequences(reach: Reach): string[] {
  const { members, workspaces, modules, providers } = reach
  const downloads = some([
    [modules, 'module'],
    [providers, 'provider'],
  ])
  const behind = some([[workspaces, 'workspace']])
  return [
    ...(members > 0
      ? [
          `${count(members, 'member')} cannot reach it any more${behind.map((text) => `, nor its ${text}`).join('')}.`,
        ]
      : []),
    'The tokens of the organization and of its teams stop working at once.',
    ...(downloads.length > 0 ? [`Its ${listFormat.format(downloads)} cannot be downloaded any more.`] : []),
    ...consumersLose(reach),
  ]
}

/** What goes for good when an organization is deleted, a sentence each. */
export function deleteConsequences(reach: Reach): string[] {
  const things = some([
    [reach.workspaces, 'workspace'],
    [reach.modules, 'module'],
    [reach.providers, 'provider'],
    [reach.teams, 'team'],
  ])
  return [
    ...(things.length > 0 ? [`With it go ${listFormat.format(things)}, and all their tokens.`] : []),
    ...(reach.members > 0
      ? [`${count(reach.members, 'member')} lose${reach.members === 1 ? 's' : ''} access.`]
      : []),
    ...consumersLose(reach),
    'Its name stays taken: nobody can use it again.',
  ]
}
