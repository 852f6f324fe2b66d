import { Joining } from './joining.js'
import { OrganizationMembershipsService } from './organization-memberships.service.js'
import { PendingInvitationsService } from './pending-invitations.service.js'
import type { TeamParts } from './team-parts.js'
import { TeamsService } from './teams.service.js'

export type TeamServices = ReturnType<typeof createTeamServices>

export function createTeamServices(parts: TeamParts) {
  const joining = new Joining(parts)
  const pendingInvitations = new PendingInvitationsService({ ...parts, joining })
  return {
    joining,
    pendingInvitations,
    memberships: new OrganizationMembershipsService({ ...parts, pending: pendingInvitations }),
    teams: new TeamsService(parts),
  }
}
