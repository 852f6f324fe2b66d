import { z } from 'zod'
import type { Membership } from '../../domain/teams/organization-membership.js'
import { isOwners, keptRightsOf, mayWrite as mayWriteTeam, type Team } from '../../domain/teams/team.js'
import { keptOfTeams } from '../../domain/kept-settings.js'
import { managesTokens } from '../../domain/teams/team-tokens.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { Actor } from '../../kernel/actor.js'
import { allowsIn } from '../../kernel/permissions.js'
import { keptDocument } from '../kept-settings.presenter.js'
import { relatedLink, resourceOf, selfLink, toMany, toOne } from '../jsonapi/document.js'
import { attributesOf } from '../jsonapi/attributes.js'

const attributes = attributesOf({
  name: z.string(),
  visibility: z.enum(['secret', 'organization']),
  ssoTeamId: z.string().nullable(),
  allowMemberTokenManagement: z
    .boolean()
    .meta({ description: 'True if its members may manage its tokens too.' }),
  usersCount: z.number(),
  organizationAccess: z
    .object({
      ...keptDocument(keptOfTeams),
      'manage-providers': z.boolean(),
      'manage-modules': z.boolean(),
      'manage-workspaces': z.boolean(),
      'read-workspaces': z.boolean().meta({ description: 'True if it may read their states.' }),
    })
    .catchall(z.boolean())
    .meta({ description: 'The settings; a team that manages workspaces may read their states in any case.' }),
  permissions: z
    .object({
      'can-destroy': z.boolean(),
      'can-update-membership': z.boolean(),
      'can-update-organization-access': z.boolean(),
      'can-update-api-token': z.boolean(),
    })
    .meta({ description: "The caller's own rights on the team." }),
  createdAt: z.date(),
})

export const teamDocument = resourceOf('teams', 'team-6p5jTwJQXwqZBncC', {
  attributes: z.object(attributes.shape),
  relationships: z.object({
    organization: toOne('organizations'),
    users: toMany('users'),
    'organization-memberships': toMany('organization-memberships').optional().meta({
      description: 'The memberships of members, and the invitations; present if they are included.',
    }),
    'authentication-token': relatedLink,
  }),
  links: selfLink,
}).meta({ id: 'Team' })

/** Presents a team, with the roles of the caller in its `organization`; `memberships` may be of any teams. */
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
    attributes: attributes.present({
      ...team,
      usersCount: team.members.length,
      organizationAccess: {
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
    }),
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
