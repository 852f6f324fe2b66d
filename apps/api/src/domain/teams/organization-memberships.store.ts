import { sql, type NotNull, type RawBuilder } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import {
  paged,
  pagedByParent,
  rangeOf,
  sortedBy,
  type OrderedPage,
  type Page,
  type Orders,
  type Paged,
} from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { allOf, any, count, db, idsAs, inOrder, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { Visibility } from '../organizations/organization.js'
import type { EmailProof } from '../people/email-address.js'
import type { Invitation } from '../people/invitation.js'
import { goodLink, usedLink } from '../people/invitations.store.js'
import type {
  Membership,
  MembershipFilter,
  MembershipOrder,
  PendingInvitation,
} from './organization-membership.js'
import type { Team } from './team.js'

/** Selects the user's teams in this organization too, in one statement however long the list is. */
const teamIds = sql<string[]>`
  CASE WHEN u.id IS NULL THEN m.team_ids ELSE ARRAY(
    SELECT t.team_id FROM team_members t
    WHERE t.user_id = u.id AND (SELECT organization_id FROM teams WHERE id = t.team_id) = m.organization_id
    ORDER BY t.team_id
  ) END`

const invitationExpiresAt = sql<Date | null>`
  CASE WHEN u.id IS NULL THEN (SELECT i.expires_at FROM invitations i WHERE i.membership_id = m.id) END`

const memberships = db
  .selectFrom('organization_memberships as m')
  .innerJoin('organizations as o', 'o.id', 'm.organization_id')
  .leftJoin('users as u', 'u.id', 'm.user_id')
  .select((eb) => {
    const user = jsonBuildObject({
      id: eb.ref('u.id').$notNull(),
      username: eb.ref('u.username').$notNull(),
      email: eb.ref('u.email'),
      emailProof: eb.ref('u.email_proof').$castTo<EmailProof | null>(),
      hasTwoFactor: sql<boolean>`u.two_factor_enabled_at IS NOT NULL`,
    })
    return [
      'm.id',
      'm.status',
      sql<string>`coalesce(u.email, m.email, '')`.as('email'),
      'm.created_at as createdAt',
      jsonBuildObject({ id: eb.ref('o.id'), name: eb.ref('o.name') }).as('organization'),
      eb.case().when('u.id', 'is not', null).then(user).end().as('user'),
      teamIds.as('teamIds'),
      invitationExpiresAt.as('invitationExpiresAt'),
    ]
  })

const nameOf = sql`coalesce(u.username_key, m.email_key)`

const orders: Orders<MembershipOrder, RawBuilder<unknown>> = {
  name: (along) => inOrder(along, nameOf, sql`m.id`),
  status: (along) => inOrder(along, sql`m.status`, nameOf, sql`m.id`),
  created: (along) => inOrder(along, sql`m.created_at`, sql`m.id`),
}

const oldestFirst = orders.created('asc', 'desc')

/** A new membership, of a user or of the owner of an address. */
type NewMember = { readonly userId: string } | { readonly email: string; readonly teamIds: readonly string[] }

type InvitedMembership = Omit<NonNullable<Invitation['membership']>, 'organization'>

export class OrganizationMembershipsStore {
  constructor(private readonly database: StoreDatabase) {}

  async list(
    ctx: OperationContext,
    organizationId: string,
    filter: MembershipFilter,
    page: OrderedPage<MembershipOrder>,
  ): Promise<Paged<Membership>> {
    const where = toCondition(sql`${organizationId}`, filter)
    const listed = memberships.where(where).orderBy(sortedBy(page, orders, oldestFirst))
    const counted = db.selectFrom('organization_memberships as m').where(where)
    return pagedRows(this.database.of(ctx), page, listed, counted)
  }

  /** Lists the same page of each of these organizations, in two statements however many they are. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: MembershipFilter,
    page: OrderedPage<MembershipOrder>,
  ): Promise<ReadonlyMap<string, Paged<Membership>>> {
    const database = this.database.of(ctx)
    const parents = db.selectFrom(idsAs(organizationIds, 'parent'))
    const where = toCondition(sql`parent.id`, filter)
    const order = sortedBy(page, orders, oldestFirst)
    const { skip, take } = rangeOf(page)
    const counted = db.selectFrom('organization_memberships as m').where(where).select(count.as('total'))
    const listed = memberships
      .where(where)
      .select(sql<bigint>`row_number() OVER (ORDER BY ${order})`.as('place'))
      .orderBy(order)
      .limit(take)
      .offset(skip)
    const [counts, found] = await Promise.all([
      rowsOf(
        database,
        parents.crossJoinLateral(counted.as('counted')).select(['parent.id', 'counted.total']),
      ),
      rowsOf(
        database,
        parents.crossJoinLateral(listed.as('listed')).selectAll('listed').orderBy('listed.place'),
      ),
    ])
    return pagedByParent(page, counts, ({ id, total }) => [
      found.flatMap(({ place: _, ...each }) => (each.organization.id === id ? [each] : [])),
      total,
    ])
  }

  async organizationOf(ctx: OperationContext, id: string): Promise<string | undefined> {
    const select = { organizationId: true }
    const row = await this.database.of(ctx).organizationMembership.findUnique({ where: { id }, select })
    return row?.organizationId
  }

  /** Finds the names of a few organizations that the user is in. */
  async organizationsOf(ctx: OperationContext, userId: string): Promise<string[]> {
    const rows = await this.database.of(ctx).organizationMembership.findMany({
      where: { userId },
      orderBy: { createdAt: 'asc' },
      take: 5,
      select: { organization: { select: { name: true } } },
    })
    return rows.map(({ organization }) => organization.name)
  }

  async find(ctx: OperationContext, organizationId: string, id: string): Promise<Membership | undefined> {
    const membership = memberships.where('m.id', '=', id).where('m.organization_id', '=', organizationId)
    return (await rowsOf(this.database.of(ctx), membership))[0]
  }

  /** Lists the memberships of the teams' members and of those who will be, the oldest first. */
  async listOfTeams(
    ctx: OperationContext,
    organizationId: string,
    teams: readonly Team[],
  ): Promise<Membership[]> {
    const userIds = teams.flatMap(({ members }) => members.map(({ id }) => id))
    const ids = teams.map(({ id }) => id)
    const listed = memberships
      .where('m.organization_id', '=', organizationId)
      .where(sql<boolean>`(m.user_id = ${any(userIds)} OR m.team_ids && ${ids}::text[])`)
      .orderBy(oldestFirst)
    return rowsOf(this.database.of(ctx), listed)
  }

  /** Locks those of these memberships that are the organization's, until the transaction ends. */
  async lockIn(
    ctx: OperationContext,
    organizationId: string,
    ids: readonly string[],
  ): Promise<{ id: string; userId: string | null }[]> {
    return rowsOf(this.database.of(ctx), locked(organizationId).where('id', '=', any(ids)))
  }

  /** Adds a team to the invitations. */
  async addTeam(ctx: OperationContext, ids: readonly string[], teamId: string): Promise<void> {
    await this.database.of(ctx).organizationMembership.updateMany({
      where: { id: { in: [...ids] }, NOT: { teamIds: { has: teamId } } },
      data: { teamIds: { push: teamId } },
    })
  }

  async removeTeam(ctx: OperationContext, ids: readonly string[], teamId: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      UPDATE organization_memberships SET team_ids = array_remove(team_ids, ${teamId})
      WHERE id = ANY(${[...ids]})`
  }

  /** Makes users members; a member stays one. */
  async createActive(
    ctx: OperationContext,
    organizationId: string,
    userIds: readonly string[],
  ): Promise<void> {
    const createdAt = ctx.clock.now()
    const data = userIds.map((userId) => ({ id: newId('ou'), organizationId, userId, createdAt }))
    try {
      await this.database.of(ctx).organizationMembership.createMany({ data, skipDuplicates: true })
    } catch (error) {
      throw this.database.violatedConstraint(error)?.endsWith('_fkey') ? notFound() : error
    }
  }

  async create(ctx: OperationContext, organizationId: string, member: NewMember): Promise<{ id: string }> {
    const memberData =
      'userId' in member
        ? { userId: member.userId }
        : {
            status: 'invited' as const,
            email: member.email,
            emailKey: member.email.toLowerCase(),
            teamIds: [...member.teamIds],
          }
    const data = { ...memberData, id: newId('ou'), organizationId, createdAt: ctx.clock.now() }
    try {
      return await this.database.of(ctx).organizationMembership.create({ data, select: { id: true } })
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      // The organization or the user was deleted in the very same moment.
      if (constraint?.endsWith('_fkey')) throw notFound()
      if (constraint?.endsWith('_key')) throw invalid(faults.taken('email'))
      throw error
    }
  }

  /** True where the address is invited to the organization, or verified of one of its members. */
  async hasEmail(ctx: OperationContext, organizationId: string, email: string): Promise<boolean> {
    const emailKey = email.toLowerCase()
    const member = { user: { emailKey, emailProof: { not: null } } }
    const where = { organizationId, OR: [{ emailKey }, member] }
    const select = { id: true }
    return (await this.database.of(ctx).organizationMembership.findFirst({ where, select })) !== null
  }

  /** Locks the memberships of those of these users who are members, until the transaction ends. */
  async lockActive(
    ctx: OperationContext,
    organizationId: string,
    userIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const active = locked(organizationId).where('user_id', '=', any(userIds))
    const rows = await rowsOf(this.database.of(ctx), active)
    return new Set(rows.flatMap(({ userId }) => userId ?? []))
  }

  /** Locks the invitations to these addresses until the transaction ends; keyed by the address in lower case. */
  async lockInvited(
    ctx: OperationContext,
    organizationId: string,
    emails: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const keys = emails.map((email) => email.toLowerCase())
    const invited = locked(organizationId)
      .where('email_key', '=', any(keys))
      .where('status', '=', 'invited')
      .select('email_key as emailKey')
      .$narrowType<{ emailKey: NotNull }>()
    const rows = await rowsOf(this.database.of(ctx), invited)
    return new Map(rows.map(({ id, emailKey }) => [emailKey, id]))
  }

  /** Marks a membership as made by hand: the group that brought the member in no longer takes it away. */
  async keepByHand(ctx: OperationContext, organizationId: string, userId: string): Promise<void> {
    const where = { organizationId, userId }
    await this.database.of(ctx).organizationMembership.updateMany({ where, data: { bySso: false } })
  }

  async delete(ctx: OperationContext, id: string): Promise<boolean> {
    return (await this.database.of(ctx).organizationMembership.deleteMany({ where: { id } })).count === 1
  }

  /** A user's in the organizations that are seen, the oldest first. */
  async listOwn(
    ctx: OperationContext,
    userId: string,
    seen: Visibility,
    page: Page,
  ): Promise<Paged<Membership>> {
    const own = memberships.where('m.user_id', '=', userId).where(within(seen)).orderBy(oldestFirst)
    return pagedRows(this.database.of(ctx), page, own)
  }

  /** Lists the invitations to an address that may still be accepted, the oldest first. */
  async listPending(ctx: OperationContext, email: string, page: Page): Promise<Paged<PendingInvitation>> {
    const database = this.database.of(ctx)
    const where = { ...invited(email), invitation: goodLink(ctx) }
    const list = await paged(
      page,
      () => database.organizationMembership.count({ where }),
      (range) =>
        database.organizationMembership.findMany({
          where,
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          select: {
            id: true,
            email: true,
            teamIds: true,
            organization: { select: { name: true } },
            invitation: { select: { expiresAt: true, createdBy: { select: { username: true } } } },
          },
          ...range,
        }),
    )
    const ids = list.items.flatMap(({ teamIds }) => teamIds)
    const teams = await database.team.findMany({
      where: { id: { in: ids } },
      select: { id: true, name: true },
      orderBy: { name: 'asc' },
    })
    const items = list.items.map(({ id, teamIds, organization, invitation, email }) => ({
      id,
      organization: organization.name,
      email: email ?? '',
      teams: teams.filter((team) => teamIds.includes(team.id)).map(({ name }) => name),
      invitedBy: invitation?.createdBy?.username ?? null,
      expiresAt: invitation?.expiresAt ?? new Date(0),
    }))
    return { ...list, items }
  }

  /** Finds an invitation of an enabled organization, locked until the transaction ends. */
  async findInvitedLocked(ctx: OperationContext, id: string): Promise<InvitedMembership | undefined> {
    const database = this.database.of(ctx)
    await database.$executeRaw`SELECT id FROM organization_memberships WHERE id = ${id} FOR UPDATE`
    const row = await database.organizationMembership.findFirst({
      where: { id, status: 'invited', organization: { isDisabled: false } },
      select: { id: true, organizationId: true, email: true, teamIds: true },
    })
    return row ? { ...row, email: row.email ?? '' } : undefined
  }

  /** Makes the invitation a membership and marks its link used. */
  async activate(ctx: OperationContext, id: string, userId: string): Promise<void> {
    const database = this.database.of(ctx)
    const link = { membershipId: id, usedAt: null }
    await database.invitation.updateMany({ where: link, data: usedLink(ctx) })
    const data = { userId, status: 'active' as const, email: null, emailKey: null, teamIds: [] }
    await database.organizationMembership.update({ where: { id }, data })
  }

  async isInvited(ctx: OperationContext, id: string, email: string): Promise<boolean> {
    return (
      (await this.database.of(ctx).organizationMembership.count({ where: { id, ...invited(email) } })) === 1
    )
  }
}

const invited = (email: string) =>
  ({
    emailKey: email.toLowerCase(),
    status: 'invited',
    organization: { isDisabled: false },
  }) satisfies Prisma.OrganizationMembershipWhereInput

const within = (visibility: Visibility): RawBuilder<boolean> =>
  visibility === 'all' ? sql`true` : sql`o.id = ${any(visibility)}`

/** Selects memberships of the organization, locked until the transaction ends. */
const locked = (organizationId: string) =>
  db
    .selectFrom('organization_memberships')
    .select(['id', 'user_id as userId'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forUpdate()

/** The condition of a list of memberships, as SQL over `organization_memberships m`. */
function toCondition(
  organizationId: RawBuilder<unknown>,
  { status, emails, search, teamId }: MembershipFilter,
): RawBuilder<boolean> {
  const conditions = [sql<boolean>`m.organization_id = ${organizationId}`]
  if (status) conditions.push(sql<boolean>`m.status::text = ${status}`)
  if (emails) {
    const keys = emails.map((email) => email.toLowerCase())
    const users = sql`SELECT id FROM users WHERE email_key = ANY(${keys})`
    conditions.push(isAmong(sql`= ANY(${keys})`, users))
  }
  if (search) {
    const like = sql`LIKE ${`%${literally(search.toLowerCase())}%`}`
    const users = sql`SELECT id FROM users WHERE username_key ${like} OR email_key ${like}`
    conditions.push(isAmong(like, users))
  }
  if (teamId) {
    const members = sql`SELECT user_id FROM team_members WHERE team_id = ${teamId}`
    conditions.push(sql<boolean>`(m.user_id IN (${members}) OR ${teamId} = ANY(m.team_ids))`)
  }
  return allOf(conditions)
}

/**
 * Members who were invited by such an address, or are one of the users. The users are found first: an OR across both
 * tables would find no index, while these two each have one.
 */
function isAmong(address: RawBuilder<unknown>, users: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(m.email_key ${address} OR m.user_id = ANY(ARRAY(${users})))`
}
