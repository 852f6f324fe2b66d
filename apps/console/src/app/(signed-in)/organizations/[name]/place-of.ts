import type { OrganizationFrameQuery } from '~/data/generated/graphql'
import type { Place } from '~/shell/navigation/place'

/** Returns the place in the navigation that an answer about an organization stands for; a disabled one counts nothing. */
export function placeOf(found: OrganizationFrameQuery | undefined): Place | undefined {
  const { organization, siteOrganization } = found ?? {}
  const { name, permissions } = siteOrganization ?? organization ?? {}
  if (name === undefined || permissions === undefined) return undefined
  const counts = organization && {
    modules: organization.registryModules.totalCount,
    providers: organization.registryProviders.totalCount,
    workspaces: organization.workspaces.totalCount,
    members: organization.memberships.totalCount,
    teams: organization.teams.totalCount,
  }
  return { name, permissions, counts: counts ?? {} }
}
