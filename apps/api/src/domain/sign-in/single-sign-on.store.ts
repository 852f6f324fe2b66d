import { sql } from 'kysely'
import { newId } from '../../kernel/ids.js'
import type { OperationContext } from '../../kernel/context.js'
import { ownersTeam } from '../organizations/organization.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { Team } from '../teams/team.js'
import type { ProvenPerson, UserSignOn } from './single-sign-on.js'

type Key = Pick<ProvenPerson, 'issuer' | 'subject'>

export interface UserIdentity {
  readonly userId: string
  /** True where single sign-on made the user a site administrator. */
  readonly grantedAdmin: boolean
}

export type SsoTeam = Pick<Team, 'id' | 'name' | 'organizationId'>
export type SsoMembership = Pick<Team, 'id' | 'organizationId'>

/** The identities of single sign-on, and the memberships that its groups lead to. */
export class SingleSignOnStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Locks this identity until the transaction ends, so that a first sign-in makes one account. */
  async lockIdentity(ctx: OperationContext, { issuer, subject }: Key): Promise<UserIdentity | undefined> {
    const database = this.database.of(ctx)
    const key = `${issuer} ${subject}`
    await database.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
    const where = { issuer_subject: { issuer, subject } }
    const select = { userId: true, grantedAdmin: true }
    return (await database.userIdentity.findUnique({ where, select })) ?? undefined
  }

  async listIdentities(ctx: OperationContext, userId: string): Promise<(Key & UserIdentity)[]> {
    const select = { issuer: true, subject: true, userId: true, grantedAdmin: true }
    const orderBy = { lastSignedInAt: 'desc' } as const
    return this.database.of(ctx).userIdentity.findMany({ where: { userId }, select, orderBy })
  }

  async deleteIdentities(ctx: OperationContext, userId: string): Promise<void> {
    await this.database.of(ctx).userIdentity.deleteMany({ where: { userId } })
  }

  /** Finds what is left of the identities that an account was freed of; undefined where it was not. */
  async findFreed(
    ctx: OperationContext,
    id: string,
  ): Promise<Pick<UserIdentity, 'grantedAdmin'> | undefined> {
    const user = await this.database
      .of(ctx)
      .user.findUnique({ where: { id }, select: { freedSsoAdmin: true } })
    const grantedAdmin = user?.freedSsoAdmin ?? null
    return grantedAdmin === null ? undefined : { grantedAdmin }
  }

  /** Notes that an account was freed of its identities; null: an identity is linked to it again. */
  async setFreed(
    ctx: OperationContext,
    id: string,
    freed: Pick<UserIdentity, 'grantedAdmin'> | null,
  ): Promise<void> {
    const data = { freedSsoAdmin: freed?.grantedAdmin ?? null }
    await this.database.of(ctx).user.update({ where: { id }, data })
  }

  async signOnOf(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, UserSignOn>> {
    const identities = { select: { issuer: true }, orderBy: { lastSignedInAt: 'desc' }, take: 1 } as const
    const where = { id: { in: [...userIds] } }
    const select = { id: true, freedSsoAdmin: true, identities }
    const users = await this.database.of(ctx).user.findMany({ where, select })
    return new Map(
      users.map(({ id, freedSsoAdmin, identities: [last] }) => [
        id,
        { issuer: last?.issuer ?? null, isFreed: freedSsoAdmin !== null },
      ]),
    )
  }

  async saveIdentity(ctx: OperationContext, { issuer, subject }: Key, identity: UserIdentity): Promise<void> {
    const lastSignedInAt = ctx.clock.now()
    await this.database.of(ctx).userIdentity.upsert({
      where: { issuer_subject: { issuer, subject } },
      create: { issuer, subject, ...identity, createdAt: lastSignedInAt, lastSignedInAt },
      update: { ...identity, lastSignedInAt },
    })
  }

  /**
   * Locks the teams that these groups lead into: none is deleted before the transaction ends. A group leads only where
   * a site administrator allowed it: an owner could name any that another organization counts on (contract §10).
   */
  async lockTeams(ctx: OperationContext, groups: readonly string[], withOwners: boolean): Promise<SsoTeam[]> {
    const teams = db
      .selectFrom('teams as t')
      .innerJoin('organizations as o', 'o.id', 't.organization_id')
      .select(['t.id', 't.name', 't.organization_id as organizationId'])
      .where('t.sso_team_id', '=', any(groups))
      .where(sql<boolean>`t.sso_team_id = any(o.sso_groups)`)
      .where((eb) => eb.or([eb.val(withOwners), eb('t.name_key', '<>', ownersTeam)]))
      .orderBy('t.id')
      .forKeyShare('t')
    return rowsOf(this.database.of(ctx), teams)
  }

  /** Lists the teams that the user is in by a group, without these. */
  async listOtherTeams(
    ctx: OperationContext,
    userId: string,
    teamIds: readonly string[],
  ): Promise<SsoTeam[]> {
    const where = { id: { notIn: [...teamIds] }, members: { some: { userId, bySso: true } } }
    const select = { id: true, name: true, organizationId: true }
    return this.database.of(ctx).team.findMany({ where, select, orderBy: { id: 'asc' } })
  }

  /** Adds the user to the team; true where the user is new in it. A member by hand stays one by hand. */
  async joinTeam(ctx: OperationContext, teamId: string, userId: string): Promise<boolean> {
    const data = [{ teamId, userId, bySso: true }]
    return (await this.database.of(ctx).teamMember.createMany({ data, skipDuplicates: true })).count === 1
  }

  async leaveTeam(ctx: OperationContext, teamId: string, userId: string): Promise<void> {
    await this.database.of(ctx).teamMember.deleteMany({ where: { teamId, userId, bySso: true } })
  }

  /** Adds the user to the organization of a team; undefined where the user is a member already. */
  async joinOrganization(
    ctx: OperationContext,
    organizationId: string,
    userId: string,
  ): Promise<SsoMembership | undefined> {
    const membership = { id: newId('ou'), organizationId }
    const data = [{ ...membership, userId, bySso: true, createdAt: ctx.clock.now() }]
    const { count } = await this.database
      .of(ctx)
      .organizationMembership.createMany({ data, skipDuplicates: true })
    return count === 1 ? membership : undefined
  }

  /** Takes the user out of organizations that a group led into, and where no team is left; returns which they were. */
  async leaveOrganizations(ctx: OperationContext, userId: string): Promise<SsoMembership[]> {
    const team = sql`
      SELECT FROM team_members tm JOIN teams t ON t.id = tm.team_id
      WHERE tm.user_id = m.user_id AND t.organization_id = m.organization_id`
    const deletion = db
      .deleteFrom('organization_memberships as m')
      .where('m.user_id', '=', userId)
      .where(sql<boolean>`m.by_sso AND NOT EXISTS (${team})`)
      .returning(['m.id', 'm.organization_id as organizationId'])
    return rowsOf(this.database.of(ctx), deletion)
  }
}
