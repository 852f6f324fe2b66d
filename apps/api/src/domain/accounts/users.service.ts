import { organizationOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, notFound } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { OrderedPage, Page, Paged } from '../../kernel/page.js'
import { allows, allowsIn, requirePermission, type Permission } from '../../kernel/permissions.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import type { SignInParts } from '../sign-in/sign-in-parts.js'
import { lastOwnerStays } from '../teams/team.js'
import type { TwoFactorService } from '../sign-in/two-factor.service.js'
import * as rules from '../people/user.js'
import type { User, UserFilter, UserOrder } from '../people/user.js'
import type { UserFacts } from '../people/users.store.js'
import type { UserActivity, UserOrganization } from './user-details.js'
import type { UserDetailsStore } from './user-details.store.js'

export type UserAction = keyof typeof changes

/** The users, managed by site administrators (contract §3). */
export class UsersService {
  constructor(
    private readonly parts: SignInParts & {
      readonly twoFactor: TwoFactorService
      readonly details: UserDetailsStore
    },
  ) {}

  /** Finds the user behind the caller's token. */
  async self(ctx: OperationContext): Promise<User> {
    requirePermission(ctx, 'account:read')
    return found(ctx.actor.type === 'user' ? await this.parts.users.find(ctx, ctx.actor.id) : undefined)
  }

  /** Lists users by user name. */
  async list(ctx: OperationContext, filter: UserFilter, page: OrderedPage<UserOrder>): Promise<Paged<User>> {
    requirePermission(ctx, 'users:read')
    return this.parts.users.list(ctx, filter, page)
  }

  async find(ctx: OperationContext, id: string, permission: Permission = 'users:read'): Promise<User> {
    requirePermission(ctx, permission)
    return found(isId('user', id) ? await this.parts.users.find(ctx, id) : undefined)
  }

  /** Finds a user whom the caller knows by an enabled organization that both belong to. */
  async findColleague(ctx: OperationContext, id: string): Promise<User> {
    return found(isId('user', id) ? (await this.findColleagues(ctx, [id]))[0] : undefined)
  }

  /** Finds those of these users whom the caller knows so. */
  async findColleagues(ctx: OperationContext, ids: readonly string[]): Promise<readonly User[]> {
    const { actor } = ctx
    const organizationId = organizationOf(actor)
    const of =
      organizationId === undefined ? actor.type === 'user' && { userId: actor.id } : { organizationId }
    const maySee = of && ids.length > 0 && allowsIn(['member'], actor, 'memberships:read')
    return maySee ? this.parts.users.findColleagues(ctx, ids, of) : []
  }

  /** Lists those that match behind this id, in the order of their ids. */
  async listMatching(
    ctx: OperationContext,
    filter: UserFilter,
    behind: string,
    most: number,
  ): Promise<readonly Pick<User, 'id' | 'username'>[]> {
    requirePermission(ctx, 'users:read')
    return this.parts.users.listMatching(ctx, filter, behind, most)
  }

  /** Finds those of these users that exist, once each, by user name. */
  async findMany(
    ctx: OperationContext,
    ids: readonly string[],
    permission: Permission = 'users:read',
  ): Promise<User[]> {
    requirePermission(ctx, permission)
    return ids.length === 0 ? [] : this.parts.users.findMany(ctx, [...new Set(ids)])
  }

  /** Finds the last activity of users, for site administrators. */
  async activity(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, UserActivity>> {
    return allows(ctx.actor, 'users:read') ? this.parts.details.activity(ctx, userIds) : new Map()
  }

  /** Lists organizations of users, for site administrators; the teams only of those that the caller may look into. */
  async organizationsOf(
    ctx: OperationContext,
    userIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<UserOrganization>>> {
    if (!allows(ctx.actor, 'users:read')) return new Map()
    const lists = await this.parts.details.organizations(ctx, userIds, page)
    const ids = [...lists.values()].flatMap(({ items }) => items.map(({ id }) => id))
    const open = await this.parts.organizations.accessMany(ctx, ids, 'organizations:read')
    const shown = (each: UserOrganization) => (open.has(each.id) ? each : { ...each, teams: [] })
    return new Map([...lists].map(([id, list]) => [id, { ...list, items: list.items.map(shown) }]))
  }

  /** Creates a user and verifies the address. Nothing else comes with it: invitations to the address are offered. */
  async create(ctx: OperationContext, raw: Raw<typeof rules.adminUserCreation>): Promise<User> {
    requirePermission(ctx, 'users:write')
    const weakness = await this.parts.newPasswords.faultsOf(raw.password, [raw.username, raw.email])
    const { username, email, password, isAdmin } = parseCreation(rules.adminUserCreation, raw, () => weakness)
    if (isAdmin) requireFreshSignIn(ctx)
    const passwordHash = await this.parts.newPasswords.hash(ctx, password)
    const emailProof = 'administrator' as const
    const isSiteAdmin = isAdmin ?? false
    const facts = { id: newId('user'), username, email, emailProof, passwordHash, isSiteAdmin }
    return this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.claims.claim(tx, email, emailProof)
      const created = await this.parts.users.create(tx, facts)
      await this.parts.audit.record(tx, {
        action: 'user.create',
        subject: rules.userSubject(created),
        after: created,
      })
      return created
    })
  }

  /** Acts on a user; a user in that state already stays unchanged. The last active site administrator stays one. */
  async act(ctx: OperationContext, id: string, action: UserAction): Promise<User> {
    const mayGo = action === 'suspend' || action === 'revoke_admin'
    return this.withUser(ctx, id, mayGo, async (tx, before) => {
      const change: UserFacts | undefined = changes[action](before, ctx.clock.now())
      if (!change) return before
      if (change.isSiteAdmin !== undefined || before.isSiteAdmin) requireFreshSignIn(tx)
      const after = await this.parts.users.update(tx, id, change)
      if (action === 'grant_admin') await this.parts.twoFactor.restrictSessions(tx, after)
      await this.parts.audit.record(tx, {
        action: audited[action],
        subject: rules.userSubject(after),
        before,
        after,
      })
      return after
    })
  }

  /** Locks a user whom `act` may change, until the transaction ends: after all administrators, as that does. */
  async lock(tx: OperationContext, id: string): Promise<User> {
    requirePermission(tx, 'users:write')
    await this.parts.users.lockAdministrators(tx)
    return found(isId('user', id) ? await this.parts.users.findHeld(tx, id) : undefined)
  }

  /** Deletes a user, but neither the last active site administrator nor the last owner of an organization. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.withUser(ctx, id, true, async (tx, before) => {
      if (before.isSiteAdmin) requireFreshSignIn(tx)
      await this.parts.teams.lockOwnersWith(tx, id)
      if (await this.parts.teams.isLastOwner(tx, id)) throw invalid(lastOwnerStays)
      if (!(await this.parts.users.delete(tx, id))) throw notFound()
      await this.parts.audit.record(tx, { action: 'user.delete', subject: rules.userSubject(before), before })
    })
  }

  /** Locks all active administrators with one that might go, so that one remains; before the caller is locked. */
  private async withUser<T>(
    ctx: OperationContext,
    id: string,
    mayGo: boolean,
    work: (tx: OperationContext, before: User) => Promise<T>,
  ): Promise<T> {
    requirePermission(ctx, 'users:write')
    const { transactions, users } = this.parts
    let administrators: number | undefined
    const lockOthers = async (tx: OperationContext): Promise<void> => {
      if (mayGo) administrators = await users.lockAdministrators(tx)
    }
    const locked = async (tx: OperationContext): Promise<T> => {
      requirePermission(tx, 'users:write')
      const user = found(isId('user', id) ? await users.findHeld(tx, id) : undefined)
      if (administrators === 1 && rules.isActiveAdministrator(user))
        throw invalid(rules.lastAdministratorStays)
      return work(tx, user)
    }
    return transactions.run(ctx, locked, lockOthers)
  }
}

/** The actions as the audit log names them. */
const audited = {
  suspend: 'user.suspend',
  unsuspend: 'user.unsuspend',
  grant_admin: 'user.grant-admin',
  revoke_admin: 'user.revoke-admin',
} as const

/** Makers of the change; undefined where nothing changes. */
const changes = {
  suspend: ({ suspendedAt }: User, now: Date) => (suspendedAt ? undefined : { suspendedAt: now }),
  unsuspend: ({ suspendedAt }: User) => (suspendedAt ? { suspendedAt: null } : undefined),
  grant_admin: ({ isSiteAdmin }: User) => (isSiteAdmin ? undefined : { isSiteAdmin: true }),
  revoke_admin: ({ isSiteAdmin }: User) => (isSiteAdmin ? { isSiteAdmin: false } : undefined),
}
