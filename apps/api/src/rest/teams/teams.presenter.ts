import { z } from 'zod'
import type { Membership } from '../../domain/teams/organization-membership.js'
import { isOwners, keptRightsOf, mayWrite as mayWriteTeam, type Team } from '../../domain/teams/team.js'
import { keptOfTeams } from '../../domain/kept-settings.js'
import { managesTokens } from '../../domain/teams/team-tokens.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { Actor } from '../../kernel/actor.js'
import { allowsIn } from '../../kernel/permissions.js'
import { keptDocument } from '../kept-settings.presenter.js'

export const teamDocument = z
  .object({
    id: z.string().meta({ example: 'team-6p5jTwJQXwqZBncC' }),
    type: z.literal('teams'),
    attributes: z.object({
      name: z.string(),
      visibility: z.enum(['secret', 'organization']),
      'sso-team-id': z.string().nullable(),
      'allow-member-token-management': z
        .boolean()
        .meta({ description: 'Whether its members manage its tokens too.' }),
      'users-count': z.number().int(),
      'organization-access': z
        .object({
          ...keptDocument(keptOfTeams),
          'manage-providers': z.boolean(),
          'manage-modules': z.boolean(),
          'manage-workspaces': z.boolean(),
          'read-workspaces': z.boolean().meta({ description: 'Whether it reads their states.' }),
        })
        .catchall(z.boolean())
        .meta({ description: 'What was set; who manages workspaces reads their states in any case.' }),
      permissions: z
        .object({
          'can-destroy': z.boolean(),
          'can-update-membership': z.boolean(),
          'can-update-organization-access': z.boolean(),
          'can-update-api-token': z.boolean(),
        })
        .meta({ description: "The caller's own rights on the team." }),
      'created-at': z.string(),
    }),
    relationships: z.object({
      organization: z.object({ data: z.object({ id: z.string(), type: z.literal('organizations') }) }),
      users: z.object({ data: z.array(z.object({ id: z.string(), type: z.literal('users') })) }),
      'organization-memberships': z
        .object({ data: z.array(z.object({ id: z.string(), type: z.literal('organization-memberships') })) })
        .optional()
        .meta({ description: 'When they are included: those of the members, and the invitations.' }),
      'authentication-token': z.object({ links: z.object({ related: z.string() }) }),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'Team' })

/**
 * Presents a team; `organization` is that of the team, with the caller's roles there; `memberships` are those that are
 * included, of whatever teams.
 */
export function presentTeam(
  team: Team,
  { organization, roles }: OrganizationAccess,
  actor: Actor,
  memberships?: readonly Membership[],
): z.input<typeof teamDocument> {
  const isAllowed = isOwners(team)
  const mayWrite = allowsIn(roles, actor, 'teams:write') && mayWriteTeam(actor, team)
  const self = `/api/v2/teams/${team.id}`
  return {
    id: team.id,
    type: 'teams',
    attributes: {
      name: team.name,
      visibility: team.visibility,
      'sso-team-id': team.ssoTeamId,
      'allow-member-token-management': team.allowMemberTokenManagement,
      'users-count': team.members.length,
      'organization-access': {
        ...keptRightsOf(team),
        'manage-providers': isAllowed || team.manageProviders,
        'manage-modules': isAllowed || team.manageModules,
        'manage-workspaces': isAllowed || team.manageWorkspaces,
        'read-workspaces': isAllowed || team.readWorkspaces,
      },
      permissions: {
        'can-destroy': mayWrite && !isAllowed,
        'can-update-membership': mayWrite,
        'can-update-organization-access': mayWrite && !isAllowed,
        'can-update-api-token': managesTokens(actor, team, roles),
      },
      'created-at': team.createdAt.toISOString(),
    },
    relationships: {
      organization: { data: { id: organization.name, type: 'organizations' } },
      users: { data: team.members.map(({ id }) => ({ id, type: 'users' as const })) },
      ...(memberships && { 'organization-memberships': { data: membershipsIn(team, memberships) } }),
      'authentication-token': { links: { related: `${self}/authentication-token` } },
    },
    links: { self },
  }
}

function membershipsIn(team: Team, memberships: readonly Membership[]) {
  const own = memberships.filter(({ teamIds }) => teamIds.includes(team.id))
  return own.map(({ id }) => ({ id, type: 'organization-memberships' as const }))
}
