import type { Actor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { allowsIn, hasScope, type OrganizationRole } from '../../kernel/permissions.js'
import type { OrganizationAccess } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { Team } from './team.js'
import type { TeamsStore } from './teams.store.js'

type TeamKey = Pick<Team, 'id' | 'organizationId'>
type Parts = { readonly organizations: OrganizationsService; readonly teams: TeamsStore }
type TokenRight = 'team-tokens:read' | 'team-tokens:write'

/** True where the caller, in these roles, manages the tokens of the team. */
export const managesTokens = (
  actor: Actor,
  { allowMemberTokenManagement, members }: Pick<Team, 'allowMemberTokenManagement' | 'members'>,
  roles: readonly OrganizationRole[],
): boolean =>
  allowsIn(roles, actor, 'team-tokens:write') ||
  (allowMemberTokenManagement &&
    actor.type === 'user' &&
    hasScope(actor, 'team-tokens:write') &&
    members.some(({ id }) => id === actor.id))

/** Requires a manager of a team's tokens: an owner, or a member where the team lets them (contract §11). */
export async function accessToTeamTokens(
  parts: Parts,
  ctx: OperationContext,
  team: TeamKey,
  permission: TokenRight,
): Promise<OrganizationAccess> {
  const own = await ownAmong(parts, ctx, [team.id], permission)
  const needed = own.has(team.id) ? 'teams:read' : permission
  return parts.organizations.accessById(ctx, team.organizationId, needed)
}

/** Selects the ids of those of these teams whose tokens the caller may see. */
export async function teamsWithVisibleTokens(
  parts: Parts,
  ctx: OperationContext,
  teams: readonly TeamKey[],
): Promise<readonly string[]> {
  const permission = 'team-tokens:read'
  const ids = teams.map(({ organizationId }) => organizationId)
  const seen = await parts.organizations.accessMany(ctx, ids, 'teams:read')
  const own = await ownAmong(
    parts,
    ctx,
    teams.map(({ id }) => id),
    permission,
  )
  return teams.flatMap(({ id, organizationId }) => {
    const access = seen.get(organizationId)
    return access && (own.has(id) || allowsIn(access.roles, ctx.actor, permission)) ? [id] : []
  })
}

/** Selects those of these teams that let the caller, as a member, manage their tokens. */
async function ownAmong(
  { teams }: Parts,
  ctx: OperationContext,
  ids: readonly string[],
  permission: TokenRight,
): Promise<ReadonlySet<string>> {
  const { actor } = ctx
  if (actor.type !== 'user' || !hasScope(actor, permission)) return new Set()
  return new Set(await teams.lettingManageTokens(ctx, ids, actor.id))
}
