import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, notFound, requireUnchanged, type Fault } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { OrderedPage, Paged } from '../../kernel/page.js'
import { denied, recordDenial, siteRoleOf, type Permission } from '../../kernel/permissions.js'
import type { AuditEntry } from '../audit/audit.js'
import type { Organization, OrganizationAccess } from '../organizations/organization.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import type { TeamParts } from './team-parts.js'
import type { Membership } from './organization-membership.js'
import { resolveReferences, type References } from '../../kernel/references.js'
import * as rules from './team.js'
import type { Team, TeamAccess, TeamFilter, TeamOrder } from './team.js'
import { accessToTeamTokens } from './team-tokens.js'

/** The people whom an input names: users, and invitations of people who are no users yet. */
interface People {
  readonly userIds: readonly string[]
  readonly invitationIds: readonly string[]
}

type MembersChange = (tx: OperationContext, locked: TeamAccess, people: People) => Promise<void>

/** The teams of organizations (contract §3): members see them, owners run them. */
export class TeamsService {
  constructor(private readonly parts: TeamParts) {}

  /** Lists teams by name. */
  async list(
    ctx: OperationContext,
    organizationName: string,
    filter: TeamFilter,
    page: OrderedPage<TeamOrder>,
  ): Promise<Paged<Team>> {
    const { organization } = await this.parts.organizations.access(ctx, organizationName, 'teams:read')
    return this.parts.teams.list(ctx, organization.id, filter, page)
  }

  /** Lists teams of many organizations at once, by their ids; those that the caller may not see are left out. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: TeamFilter,
    page: OrderedPage<TeamOrder>,
  ): Promise<ReadonlyMap<string, Paged<Team>>> {
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'teams:read')
    return this.parts.teams.listOfMany(ctx, [...seen.keys()], filter, page)
  }

  async find(ctx: OperationContext, id: string, permission: Permission = 'teams:read'): Promise<TeamAccess> {
    const team = found(isId('team', id) ? await this.parts.teams.find(ctx, id) : undefined)
    const access =
      permission === 'team-tokens:read' || permission === 'team-tokens:write'
        ? await accessToTeamTokens(this.parts, ctx, team, permission)
        : await this.parts.organizations.accessById(ctx, team.organizationId, permission)
    if (permission === 'teams:write' && !rules.mayWrite(ctx.actor, team))
      throw denied(ctx, permission, team.organizationId)
    return { ...access, team }
  }

  async create(
    ctx: OperationContext,
    organizationName: string,
    raw: Raw<typeof rules.teamCreation>,
  ): Promise<Team> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.parts.organizations.access(tx, organizationName, 'teams:write')
      const { organization } = access
      const input = parseCreation(rules.teamCreation, raw, (right) => [
        ...rules.faultsOfFurtherRights(right, {}),
        ...this.faultsOfSsoGroup(tx, organization, right.ssoTeamId, null),
      ])
      await this.parts.quotas.requireRoom(tx, 'teams', { type: 'organization', id: organization.id })
      const team = await this.parts.teams.create(tx, organization.id, rules.newTeam(input))
      await this.parts.audit.record(tx, { ...entry('team.create', { ...access, team }), after: team })
      await this.allowSsoGroup(tx, organization, input.ssoTeamId)
      return team
    })
  }

  /** Updates a team; what is absent stays. `expectedUpdatedAt` prevents lost updates. */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof rules.teamChange>,
    expectedUpdatedAt?: Date,
  ): Promise<Team> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id, expectedUpdatedAt)
      const before = locked.team
      const { organization } = locked
      const change = parseChange(rules.teamChange, raw, (right) => [
        ...(rules.isOwners(before) ? rules.faultsOfOwnersChange(right) : []),
        ...rules.faultsOfFurtherRights(right, before.kept),
        ...this.faultsOfSsoGroup(tx, organization, right.ssoTeamId, before.ssoTeamId),
      ])
      const changed = rules.changedTeam(before, change)
      // The group decides who the owners are.
      if (rules.isOwners(before) && changed.ssoTeamId !== before.ssoTeamId) requireFreshSignIn(tx)
      const team = await this.parts.teams.update(tx, before, changed)
      await this.parts.audit.record(tx, { ...entry('team.update', { ...locked, team }), before, after: team })
      await this.allowSsoGroup(tx, organization, change.ssoTeamId)
      return team
    })
  }

  /** Deletes a team with its tokens; its members stay in the organization. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id, expectedUpdatedAt)
      if (rules.isOwners(locked.team)) throw invalid(rules.ownersStay)
      await this.parts.teams.delete(tx, id)
      await this.parts.audit.record(tx, { ...entry('team.delete', locked), before: locked.team })
    })
  }

  /** Lists the memberships of the teams' members, and the invitations that lead into them, the oldest first. */
  async membershipsOf(
    ctx: OperationContext,
    { organization }: OrganizationAccess,
    teams: readonly Team[],
  ): Promise<readonly Membership[]> {
    return this.parts.memberships.listOfTeams(ctx, organization.id, teams)
  }

  /**
   * Adds users by their names: members, and invited people, who will be in the team. Users whom a site administrator
   * names become members at once; all others are invited (contract §10).
   */
  async addMembers(ctx: OperationContext, id: string, usernames: References): Promise<void> {
    const find = siteRoleOf(ctx.actor) === 'site-administrator' ? this.usersNamed : this.peopleNamed
    await this.changeMembers(ctx, id, (tx, locked) => find(tx, locked, usernames), this.add)
  }

  /**
   * Removes users by their names, those too who are invited and would be in the team; they stay in the organization, or
   * invited to it. Any other name is no fault: it says nothing about whether there is such a user.
   */
  async removeMembers(ctx: OperationContext, id: string, usernames: References): Promise<void> {
    await this.changeMembers(ctx, id, (tx, locked) => this.peopleAmong(tx, locked, usernames), this.remove)
  }

  /** Adds people by their memberships of the organization: an invited person will be in the team. */
  async addMemberships(ctx: OperationContext, id: string, ids: References): Promise<void> {
    await this.changeMembers(ctx, id, (tx, locked) => this.membershipsNamed(tx, locked, ids), this.add)
  }

  async removeMemberships(ctx: OperationContext, id: string, ids: References): Promise<void> {
    await this.changeMembers(ctx, id, (tx, locked) => this.membershipsNamed(tx, locked, ids), this.remove)
  }

  /** Finds and audits the fault of a group that is not allowed; a site administrator allows it by naming it. */
  private faultsOfSsoGroup(
    ctx: OperationContext,
    { id, ssoGroups }: Organization,
    group: string | null | undefined,
    before: string | null,
  ): readonly Fault[] {
    if (this.parts.organizations.allowsSsoGroups(ctx)) return []
    const found = rules.faultsOfSsoGroup(group, ssoGroups, before)
    if (found.length > 0) recordDenial(ctx, 'site-organizations:write', id)
    return found
  }

  private async allowSsoGroup(
    tx: OperationContext,
    { id, ssoGroups }: Organization,
    group: string | null | undefined,
  ): Promise<void> {
    if (group && !ssoGroups.includes(group) && this.parts.organizations.allowsSsoGroups(tx))
      await this.parts.organizations.allowSsoGroup(tx, id, group)
  }

  private readonly add: MembersChange = async (tx, { team }, { userIds, invitationIds }) => {
    await this.parts.memberships.createActive(tx, team.organizationId, userIds)
    await this.parts.teams.addMembers(tx, [team.id], userIds)
    await this.parts.memberships.addTeam(tx, invitationIds, team.id)
  }

  private readonly remove: MembersChange = async (tx, { team }, { userIds, invitationIds }) => {
    const leavesNone = team.members.every((member) => userIds.includes(member.id))
    if (rules.isOwners(team) && leavesNone) throw invalid(rules.lastOwnerStays)
    await this.parts.teams.removeMembers(tx, team.id, userIds)
    await this.parts.memberships.removeTeam(tx, invitationIds, team.id)
  }

  private readonly usersNamed = async (tx: OperationContext, _locked: TeamAccess, usernames: References) => {
    const users = await resolveReferences('User', usernames, (names) => this.parts.users.lockNamed(tx, names))
    return { userIds: users.map(({ id }) => id), invitationIds: [] }
  }

  /** Finds people; it says nothing about a user whom the organization does not know, not even that there is one. */
  private readonly peopleNamed = async (tx: OperationContext, locked: TeamAccess, usernames: References) => {
    const find = (names: readonly string[]) => this.findPeople(tx, locked, names)
    return toPeople(await resolveReferences('User', usernames, find, 'is not a member of the organization'))
  }

  /** Finds those of these people whom the organization knows. */
  private async peopleAmong(
    tx: OperationContext,
    locked: TeamAccess,
    usernames: References,
  ): Promise<People> {
    const find = async (names: readonly string[]) => {
      const known = await this.findPeople(tx, locked, names)
      return new Map(names.map((name) => [name, known.get(name)]))
    }
    return toPeople(await resolveReferences('User', usernames, find))
  }

  /** Finds the ids of users who are members, and of the invitations of those who are not, by the names. */
  private async findPeople(
    tx: OperationContext,
    { team }: TeamAccess,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const users = await this.parts.users.lockNamed(tx, names)
    const all = [...users.values()]
    const ids = all.map(({ id }) => id)
    const emails = all.flatMap(({ email, emailProof }) => (email !== null && emailProof ? [email] : []))
    const members = await this.parts.memberships.lockActive(tx, team.organizationId, ids)
    const invitations = await this.parts.memberships.lockInvited(tx, team.organizationId, emails)
    return new Map(
      [...users].flatMap(([name, { id, email, emailProof }]): [string, string][] => {
        if (members.has(id)) return [[name, id]]
        const invitationId = emailProof && invitations.get(email?.toLowerCase() ?? '')
        return invitationId ? [[name, invitationId]] : []
      }),
    )
  }

  private async membershipsNamed(
    tx: OperationContext,
    { team }: TeamAccess,
    ids: References,
  ): Promise<People> {
    const find = async (wanted: readonly string[]) => {
      const locked = await this.parts.memberships.lockIn(tx, team.organizationId, wanted)
      return new Map(locked.map((membership) => [membership.id, membership]))
    }
    const found = await resolveReferences('Organization membership', ids, find)
    return {
      userIds: found.flatMap(({ userId }) => userId ?? []),
      invitationIds: found.flatMap(({ id, userId }) => (userId === null ? [id] : [])),
    }
  }

  private async changeMembers(
    ctx: OperationContext,
    id: string,
    find: (tx: OperationContext, locked: TeamAccess) => Promise<People>,
    change: MembersChange,
  ): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id)
      const people = await find(tx, locked)
      if (rules.isOwners(locked.team)) requireFreshSignIn(tx)
      await change(tx, locked, people)
      const after = await this.parts.teams.find(tx, id)
      const { invitationIds } = people
      await this.parts.audit.record(tx, {
        ...entry('team.update-members', locked),
        before: membersOf(locked.team),
        ...(after && {
          after: { ...membersOf(after), ...(invitationIds.length > 0 && { invitationIds }) },
        }),
      })
    })
  }

  private async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<TeamAccess> {
    if (!isId('team', id)) throw notFound()
    await this.parts.teams.lock(tx, id)
    const locked = await this.find(tx, id, 'teams:write')
    requireUnchanged(locked.team, expectedUpdatedAt)
    return locked
  }
}

function toPeople(found: readonly (string | undefined)[]): People {
  const ids = found.filter((id) => id !== undefined)
  return {
    userIds: ids.filter((id) => isId('user', id)),
    invitationIds: ids.filter((id) => isId('ou', id)),
  }
}

function membersOf({ members }: Team): { members: readonly string[] } {
  return { members: members.map(({ username }) => username) }
}

function entry(
  action: AuditEntry['action'],
  { team, administratorOverride }: Pick<TeamAccess, 'team' | 'administratorOverride'>,
): AuditEntry {
  const subject = { type: 'team', id: team.id, name: team.name } as const
  return { action, subject, organizationId: team.organizationId, administratorOverride }
}
