import {
  emailMaximumLength,
  isEmail,
  isOrganizationName,
  organizationNameMaximumLength,
} from '@engine/shared'
import { text } from '../../kernel/input.js'
import type { OrganizationRole } from '../../kernel/permissions.js'

export interface Organization {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Who may create organizations: the setting `ORG_CREATION` (contract §3). */
export type OrganizationCreators = 'users' | 'admins'

export const organizationCreation = {
  name: text(organizationNameMaximumLength, isOrganizationName),
  email: text(emailMaximumLength, isEmail),
}

/** An organization, as what the caller came in, and whether only the office of a site administrator let it in. */
export interface OrganizationAccess {
  readonly organization: Organization
  readonly roles: readonly OrganizationRole[]
  readonly administratorOverride: boolean
}

/** The team that may do everything and is there from the first moment. */
export const ownersTeam = 'owners'

interface TeamRights {
  readonly nameKey: string
  readonly manageModules: boolean
  readonly manageWorkspaces: boolean
}

/** The roles that a user's membership and teams add up to. */
export function rolesOf(isMember: boolean, teams: readonly TeamRights[]): readonly OrganizationRole[] {
  const roles = teams.flatMap((team): OrganizationRole[] => [
    ...(team.nameKey === ownersTeam ? (['owner'] as const) : []),
    ...(team.manageModules ? (['modules-manager'] as const) : []),
    ...(team.manageWorkspaces ? (['workspaces-manager'] as const) : []),
  ])
  return isMember || teams.length > 0 ? [...roles, 'member'] : ['stranger']
}
