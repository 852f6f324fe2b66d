import type { PeopleParts } from '../people/people-parts.js'
import type { WorkspaceScopesService } from '../workspaces/workspace-scopes.service.js'
import { OrganizationMembershipsStore } from './organization-memberships.store.js'
import { TeamsStore } from './teams.store.js'

interface TeamInfrastructure extends PeopleParts {
  readonly workspaceScopes: WorkspaceScopesService
}

/** Parts that the services of the area, and of areas that build on it, share. */
export type TeamParts = ReturnType<typeof createTeamParts>

export function createTeamParts(infrastructure: TeamInfrastructure) {
  const { database } = infrastructure
  return {
    ...infrastructure,
    teams: new TeamsStore(database),
    memberships: new OrganizationMembershipsStore(database),
  }
}
