import { OrganizationMembershipsService } from './organization-memberships.service.js'
import type { TeamParts } from './team-parts.js'
import { TeamsService } from './teams.service.js'

export type TeamServices = ReturnType<typeof createTeamServices>

export function createTeamServices(parts: TeamParts) {
  return { memberships: new OrganizationMembershipsService(parts), teams: new TeamsService(parts) }
}
