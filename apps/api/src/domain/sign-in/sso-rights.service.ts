import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { SignInParts } from './sign-in-parts.js'
import { isOwners } from '../teams/team.js'
import { areMissing, type ProvenPerson } from './single-sign-on.js'
import type { TwoFactorService } from './two-factor.service.js'
import { userSubject, type User } from '../people/user.js'
import type { SingleSignOnStore, SsoMembership, SsoTeam, UserIdentity } from './single-sign-on.store.js'

/** Gives users the rights that their groups of single sign-on lead to; what was given by hand is left alone. */
export class SsoRightsService {
  constructor(
    private readonly parts: SignInParts & {
      readonly store: SingleSignOnStore
      readonly twoFactor: TwoFactorService
    },
  ) {}

  /** Replaces the teams of the last sign-in by those whose `sso-team-id` is one of the groups. */
  async replaceTeams(tx: OperationContext, user: User, groups: readonly string[]): Promise<void> {
    const { store, teams, singleSignOn } = this.parts
    const wanted = await store.lockTeams(tx, groups, singleSignOn.ownersByGroups)
    for (const team of wanted) {
      const membership = await store.joinOrganization(tx, team.organizationId, user.id)
      if (membership) await this.record(tx, 'organization-membership.create', user, membership)
      if (await store.joinTeam(tx, team.id, user.id))
        await this.recordTeam(tx, team, { joined: [user.username] })
    }
    await teams.lockOwnersWith(tx, user.id)
    const ids = wanted.map(({ id }) => id)
    for (const team of await store.listOtherTeams(tx, user.id, ids)) await this.leave(tx, team, user)
    for (const membership of await store.leaveOrganizations(tx, user.id))
      await this.record(tx, 'organization-membership.delete', user, membership)
  }

  /** True where one of these is the group of site administrators. */
  makesAdmin(groups: ProvenPerson['groups']): boolean {
    const { adminGroup } = this.parts.singleSignOn
    return adminGroup !== undefined && !areMissing(groups) && groups.includes(adminGroup)
  }

  /** Makes a site administrator by the group that the configuration names; takes away only what a group gave. */
  async replaceAdmin(
    tx: OperationContext,
    user: User,
    { grantedAdmin }: Pick<UserIdentity, 'grantedAdmin'>,
    groups: readonly string[],
  ): Promise<boolean> {
    const { users, audit, twoFactor } = this.parts
    const isIn = this.makesAdmin(groups)
    if (isIn === user.isSiteAdmin || (!isIn && !grantedAdmin)) return grantedAdmin && user.isSiteAdmin
    if (!isIn && (await users.lockAdministrators(tx)) <= 1) {
      tx.log.warn({ user: user.id }, 'the last site administrator left the group and stays one')
      return true
    }
    const after = await users.update(tx, user.id, { isSiteAdmin: isIn })
    await twoFactor.restrictSessions(tx, after)
    const action = isIn ? 'user.grant-admin' : 'user.revoke-admin'
    await audit.record(tx, { action, subject: userSubject(user), before: user, after })
    return isIn
  }

  /** Takes the user out of a team; the owners keep their last member, whatever the groups say. */
  private async leave(tx: OperationContext, team: SsoTeam, user: User): Promise<void> {
    const { store, teams } = this.parts
    const isOfOwners = isOwners(team)
    if (isOfOwners && (await teams.isLastOwner(tx, user.id, team.organizationId))) {
      tx.log.warn({ user: user.id, team: team.id }, 'the last owner left the group and stays one')
      return
    }
    await store.leaveTeam(tx, team.id, user.id)
    await this.recordTeam(tx, team, { left: [user.username] })
  }

  private async recordTeam(tx: OperationContext, team: SsoTeam, after: object): Promise<void> {
    const subject = { type: 'team', id: team.id, name: team.name } as const
    const { organizationId } = team
    await this.parts.audit.record(tx, { action: 'team.update-members', subject, organizationId, after })
  }

  private async record(
    tx: OperationContext,
    action: AuditEntry['action'],
    { email, username }: User,
    { id, organizationId }: SsoMembership,
  ): Promise<void> {
    const subject = { type: 'organization-membership', id, name: email ?? username } as const
    await this.parts.audit.record(tx, { action, subject, organizationId })
  }
}
