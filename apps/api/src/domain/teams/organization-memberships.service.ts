import type { OperationContext } from '../../kernel/context.js'
import { faults, faultsIn, found, invalid, notFound, type Fault } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { OrderedPage, Page, Paged } from '../../kernel/page.js'
import {
  allows,
  denied,
  requirePermission,
  requirePerson,
  requireScope,
  siteRoleOf,
  type Permission,
} from '../../kernel/permissions.js'
import type { AuditEntry } from '../audit/audit.js'
import type { OrganizationAccess } from '../organizations/organization.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import type { TeamParts } from './team-parts.js'
import {
  membershipCreation,
  type Membership,
  type MembershipFilter,
  type MembershipOrder,
  type PendingInvitation,
} from './organization-membership.js'
import { resolveReferences, type References } from '../../kernel/references.js'
import { isProven, isSameEmail } from '../people/email-address.js'
import { lastOwnerStays, type Team } from './team.js'
import { userSubject, type User } from '../people/user.js'

export interface Invited {
  readonly membership: Membership
  /** The one-time link for the person, shown this once; null for a member, and to the token of a team or organization. */
  readonly invitationUrl: string | null
  /** True where a mail with the link is on its way; null where there is no link. */
  readonly mailed: boolean | null
}

interface Renewed extends Invited {
  readonly invitationUrl: string
  readonly mailed: boolean
}

export interface MembershipAccess extends OrganizationAccess {
  readonly membership: Membership
}

export interface OwnMemberships {
  readonly list: Paged<Membership>
  /** Accesses by the ids of the organizations that the list names. */
  readonly accesses: ReadonlyMap<string, OrganizationAccess>
}

/** Memberships of organizations (contract §3): members see each other, owners invite and remove. */
export class OrganizationMembershipsService {
  constructor(private readonly parts: TeamParts) {}

  /** Lists memberships, the oldest first. */
  async list(
    ctx: OperationContext,
    organizationName: string,
    filter: MembershipFilter,
    page: OrderedPage<MembershipOrder>,
  ): Promise<Paged<Membership>> {
    const { memberships, organizations } = this.parts
    const { organization } = await organizations.access(ctx, organizationName, 'memberships:read')
    return memberships.list(ctx, organization.id, filter, page)
  }

  /** Lists a person's own, the oldest first, of organizations that it may look at (contract §18). */
  async listOwn(ctx: OperationContext, page: Page): Promise<OwnMemberships> {
    requireOwn(ctx)
    const [seen] = await this.parts.organizations.visibility(ctx, ['memberships:read'])
    if (ctx.actor.type !== 'user') return { list: { items: [], totalCount: 0, page }, accesses: new Map() }
    const list = await this.parts.memberships.listOwn(ctx, ctx.actor.id, seen, page)
    const ids = list.items.map(({ organization }) => organization.id)
    return { list, accesses: await this.parts.organizations.accessMany(ctx, ids, 'memberships:read') }
  }

  /** Lists memberships of many organizations at once, by their ids; those that the caller may not see are left out. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: MembershipFilter,
    page: OrderedPage<MembershipOrder>,
  ): Promise<ReadonlyMap<string, Paged<Membership>>> {
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'memberships:read')
    return this.parts.memberships.listOfMany(ctx, [...seen.keys()], filter, page)
  }

  async find(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'memberships:read',
  ): Promise<MembershipAccess> {
    const { memberships, organizations } = this.parts
    const organizationId = isId('ou', id) ? await memberships.organizationOf(ctx, id) : undefined
    if (organizationId === undefined) throw notFound()
    const access = await organizations.accessById(ctx, organizationId, permission)
    const membership = found(await memberships.find(ctx, organizationId, id))
    return { ...access, membership }
  }

  /** Finds the teams of memberships that the caller was shown. */
  async teamsOf(
    ctx: OperationContext,
    memberships: readonly Pick<Membership, 'teamIds'>[],
  ): Promise<readonly Team[]> {
    return this.parts.teams.findMany(ctx, [...new Set(memberships.flatMap(({ teamIds }) => teamIds))])
  }

  /**
   * Invites, by a link that says nothing about whether the address has an account (contract §10). A site administrator
   * adds a person whose address is proven at once: one that an invitation alone has verified may be its inviter's.
   */
  async create(
    ctx: OperationContext,
    organizationName: string,
    raw: Raw<typeof membershipCreation>,
    teamNames: References = { ids: [], faults: [] },
  ): Promise<Invited> {
    const { memberships, teams, users, links, mail, organizations, transactions, audit } = this.parts
    const role = siteRoleOf(ctx.actor)
    return transactions.run(ctx, async (tx) => {
      const access = await organizations.access(tx, organizationName, 'memberships:write')
      const organizationId = access.organization.id
      const { email, teamIds } = await this.parse(tx, organizationId, raw, teamNames)
      if (await memberships.hasEmail(tx, organizationId, email)) throw invalid(faults.taken('email'))
      await this.requireFreshFor(tx, teamIds)
      const known = role === 'site-administrator' ? await users.findByEmail(tx, email) : undefined
      const user = known && isProven(known) ? known : undefined
      const member = user ? { userId: user.id } : { email, teamIds }
      const { id } = await memberships.create(tx, organizationId, member)
      if (user) await teams.addMembers(tx, teamIds, [user.id])
      const url = user ? null : await links.create(tx, { membershipId: id })
      const membership = found(await memberships.find(tx, organizationId, id))
      const action = 'organization-membership.create'
      await audit.record(tx, { ...entry(action, { ...access, membership }), after: membership })
      const mailed = url === null ? null : await mail.invite(tx, membership, url)
      return { membership, invitationUrl: role === 'service' ? null : url, mailed }
    })
  }

  /** Creates a new link in place of the one before, into the same teams, for an invitation that is not accepted yet. */
  async renewInvitation(ctx: OperationContext, id: string): Promise<Renewed> {
    const { memberships, links, mail, transactions, audit } = this.parts
    return transactions.run(ctx, async (tx) => {
      const { organization } = (await this.find(tx, id, 'memberships:write')).membership
      if (siteRoleOf(tx.actor) === 'service') throw denied(tx, 'memberships:write', organization.id)
      // The link is locked before the membership, as accepting the old link does.
      const invitationUrl = await links.create(tx, { membershipId: id })
      await memberships.lockIn(tx, organization.id, [id])
      const access = await this.find(tx, id, 'memberships:write')
      if (access.membership.status !== 'invited') throw invalid(isMemberAlready)
      await this.requireFreshFor(tx, access.membership.teamIds)
      await audit.record(tx, entry('organization-membership.renew-invitation', access))
      const { membership } = access
      return { membership, invitationUrl, mailed: await mail.invite(tx, membership, invitationUrl) }
    })
  }

  /**
   * Lists the invitations to the caller's own address, the oldest first (contract §10): they are accepted without the
   * link, where only the owner of the address can have it. None for a token with scopes, or of a team or organization.
   */
  async listPending(ctx: OperationContext, page: Page): Promise<Paged<PendingInvitation>> {
    requirePermission(ctx, 'account:read')
    const { actor } = ctx
    const mayAccept = actor.type === 'user' && allows(actor, 'account:write')
    const user = mayAccept ? await this.parts.users.find(ctx, actor.id) : undefined
    const email = user && isProven(user) ? user.email : null
    return email === null
      ? { items: [], totalCount: 0, page }
      : this.parts.memberships.listPending(ctx, email, page)
  }

  /** Accepts such an invitation by the id of the membership to be; uses its link up. */
  async acceptPending(ctx: OperationContext, id: string): Promise<User> {
    const { id: userId } = requirePerson(ctx, 'account:write')
    const { users, invitations, transactions } = this.parts
    return transactions.run(ctx, async (tx) => {
      const user = await users.findLocked(tx, userId)
      if (!user || !(await this.isInvited(tx, user, id))) throw notFound()
      if (!(await invitations.take(tx, { membershipId: id }))) throw notFound()
      return this.join(tx, user, id)
    })
  }

  /** Makes an invitation a membership, in the transaction that used up its link; a member joins the teams. */
  async join(tx: OperationContext, user: User, membershipId: string): Promise<User> {
    const { memberships, teams, audit } = this.parts
    const invited = found(await memberships.findInvitedLocked(tx, membershipId))
    const { organizationId, email, teamIds } = invited
    const isMember = (await memberships.lockActive(tx, organizationId, [user.id])).size > 0
    if (isMember) await memberships.delete(tx, membershipId)
    else await memberships.activate(tx, membershipId, user.id)
    await memberships.keepByHand(tx, organizationId, user.id)
    const joined = await teams.lockIn(tx, organizationId, teamIds)
    await teams.addMembers(tx, joined, [user.id])
    await audit.record(tx, {
      action: 'organization-membership.accept',
      organizationId,
      subject: { type: 'organization-membership', id: membershipId, name: email },
      before: { status: 'invited', email },
      after: { status: 'active', userId: user.id, teamIds: joined },
    })
    return this.verifyInvited(tx, user, email)
  }

  /** Verifies the invited address where it was a claim of this very user. */
  private async verifyInvited(tx: OperationContext, before: User, email: string): Promise<User> {
    if (before.emailProof !== null || !isSameEmail(before.email, email)) return before
    const after = await this.parts.users.update(tx, before.id, { emailProof: 'invitation' })
    const subject = userSubject(before)
    await this.parts.audit.record(tx, { action: 'user.verify-email', subject, before, after })
    return after
  }

  private async isInvited(ctx: OperationContext, user: User, id: string): Promise<boolean> {
    if (user.email === null || !isProven(user) || !isId('ou', id)) return false
    return this.parts.memberships.isInvited(ctx, id, user.email)
  }

  /** Finds a membership for those who may end it: the owners, the member, and the user whose own address is invited. */
  async findToDelete(ctx: OperationContext, id: string): Promise<EndableMembership> {
    const own = await this.findOwn(ctx, id)
    if (own) return own
    const access = await this.find(ctx, id, 'memberships:write')
    const { organization, teamIds } = access.membership
    const isService = siteRoleOf(ctx.actor) === 'service'
    if (isService && (await this.parts.teams.includesOwners(ctx, teamIds)))
      throw denied(ctx, 'memberships:write', organization.id)
    return { ...access, act: 'delete' }
  }

  /** Deletes the membership and takes the user out of the organization's teams; the last owner stays. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    const { memberships, teams, transactions, audit } = this.parts
    await transactions.run(ctx, async (tx) => {
      const { organization } = (await this.findToDelete(tx, id)).membership
      await teams.lockOwnersOf(tx, organization.id)
      const access = await this.findToDelete(tx, id)
      const { user, teamIds } = access.membership
      if (access.act === 'delete') await this.requireFreshFor(tx, teamIds)
      if (user) {
        if (await teams.isLastOwner(tx, user.id, organization.id)) throw invalid(lastOwnerStays)
        await teams.removeFromAll(tx, organization.id, user.id)
      }
      if (!(await memberships.delete(tx, id))) throw notFound()
      const { membership: before, act } = access
      await audit.record(tx, { ...entry(`organization-membership.${act}`, access), before })
    })
  }

  /** Requires a fresh sign-in where people get into the owners, or out of them by another's hand. */
  private async requireFreshFor(tx: OperationContext, teamIds: readonly string[]): Promise<void> {
    if (await this.parts.teams.includesOwners(tx, teamIds)) requireFreshSignIn(tx)
  }

  /** Finds the caller's own membership, or the invitation to the caller's own address; none for a token with scopes. */
  private async findOwn(ctx: OperationContext, id: string): Promise<EndableMembership | undefined> {
    const { memberships, organizations, users } = this.parts
    const { actor } = ctx
    if (actor.type !== 'user' || !allows(actor, 'account:write') || !isId('ou', id)) return undefined
    const organizationId = await memberships.organizationOf(ctx, id)
    const membership = organizationId && (await memberships.find(ctx, organizationId, id))
    const [organization] = membership ? await organizations.findMany(ctx, [membership.organization.id]) : []
    if (!membership || !organization || organization.isDisabled) return undefined
    const found = { organization, roles: [], administratorOverride: false, membership }
    if (membership.user?.id === actor.id) return { ...found, act: 'leave' }
    const user = await users.find(ctx, actor.id)
    return user && (await this.isInvited(ctx, user, id)) ? { ...found, act: 'decline' } : undefined
  }

  /** Parses the input; throws the faults of the attributes and of the teams together. */
  private async parse(
    tx: OperationContext,
    organizationId: string,
    raw: Raw<typeof membershipCreation>,
    teamNames: References,
  ): Promise<{ email: string; teamIds: readonly string[] }> {
    const { teams } = this.parts
    const isService = siteRoleOf(tx.actor) === 'service'
    const find = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const locked = await teams.lockIn(tx, organizationId, ids)
      const open = isService ? await teams.withoutOwners(tx, locked) : locked
      return new Map(open.map((id) => [id, id]))
    }
    const wrong: Fault[] = []
    let teamIds: readonly string[] = []
    try {
      teamIds = await resolveReferences('Team', teamNames, find)
    } catch (error) {
      wrong.push(...faultsIn(error).map((fault) => ({ ...fault, path: ['teams', ...fault.path] })))
    }
    const { email } = parseCreation(membershipCreation, raw, () => wrong)
    return { email, teamIds }
  }
}

/** A membership and the act that ends it: by its organization, its member, or the invited person. */
interface EndableMembership extends MembershipAccess {
  readonly act: 'delete' | 'leave' | 'decline'
}

const isMemberAlready = faults.denied('The person is a member already')

function entry(
  action: AuditEntry['action'],
  { membership, administratorOverride }: MembershipAccess,
): AuditEntry {
  const { id, email, organization } = membership
  const subject = { type: 'organization-membership', id, name: email } as const
  return { action, subject, organizationId: organization.id, administratorOverride }
}

/** Throws for a caller whose token is for something else. */
export function requireOwn(ctx: OperationContext): void {
  requirePermission(ctx, 'account:read')
  requireScope(ctx, 'memberships:read')
}
