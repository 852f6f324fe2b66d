import type { OrganizationVisibilityQuery } from '~/data/generated/graphql'
import { count, listed } from '~/ui/text'

export type OrganizationContents = NonNullable<
  OrganizationVisibilityQuery['siteOrganization']
>['disableConsequences']

const some = (parts: readonly (readonly [number, string])[]): string[] =>
  parts.filter(([number]) => number > 0).map(([number, one]) => count(number, one))

function consumersLose({ consumersLosing }: OrganizationContents): string[] {
  if (consumersLosing === 0) return []
  const verb = consumersLosing === 1 ? 'loses' : 'lose'
  return [`${count(consumersLosing, 'other organization')} ${verb} its modules.`]
}

/** Returns what stops working when an organization is disabled, one sentence each. */
export function disableConsequences(contents: OrganizationContents): string[] {
  const { members, workspaces, modules, providers } = contents
  const downloads = some([
    [modules, 'module'],
    [providers, 'provider'],
  ])
  const behind = some([[workspaces, 'workspace']])
  return [
    ...(members > 0
      ? [
          `${count(members, 'member')} can no longer reach it${behind.map((text) => `, nor its ${text}`).join('')}.`,
        ]
      : []),
    'The tokens of the organization and of its teams stop working at once.',
    ...(downloads.length > 0 ? [`Its ${listed(downloads)} can no longer be downloaded.`] : []),
    ...consumersLose(contents),
  ]
}

/** Returns what is lost when an organization is deleted, one sentence each. */
export function deleteConsequences(contents: OrganizationContents): string[] {
  const things = some([
    [contents.workspaces, 'workspace'],
    [contents.modules, 'module'],
    [contents.providers, 'provider'],
    [contents.teams, 'team'],
  ])
  return [
    ...(things.length > 0 ? [`This also deletes ${listed(things)}, and all their tokens.`] : []),
    ...(contents.members > 0
      ? [`${count(contents.members, 'member')} lose${contents.members === 1 ? 's' : ''} access.`]
      : []),
    ...consumersLose(contents),
    'Its name stays taken and cannot be used again.',
  ]
}
