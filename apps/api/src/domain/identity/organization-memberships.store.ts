import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, sortedBy, type OrderedPage, type Page, type Orders, type Paged } from '../../kernel/page.js'
import { inOrder, type StoreDatabase } from '../store.js'
import type { Membership, MembershipFilter, MembershipOrder } from './organization-membership.js'
import { toCondition } from './membership-filter.store.js'
import type { Team } from './team.js'

/** With the user's teams in this organization, in one statement however long the list is. */
const columns = Prisma.sql`
  m.id, m.status::text, coalesce(u.email, m.email, '') AS email, m.created_at AS "createdAt",
  json_build_object('id', o.id, 'name', o.name) AS organization,
  CASE WHEN u.id IS NOT NULL THEN json_build_object(
    'id', u.id, 'username', u.username, 'email', u.email, 'emailProof', u.email_proof) END AS user,
  CASE WHEN u.id IS NULL THEN m.team_ids ELSE ARRAY(
    SELECT t.team_id FROM team_members t
    WHERE t.user_id = u.id AND (SELECT organization_id FROM teams WHERE id = t.team_id) = m.organization_id
    ORDER BY t.team_id
  ) END AS "teamIds",
  CASE WHEN u.id IS NULL THEN (SELECT i.expires_at FROM invitations i WHERE i.membership_id = m.id) END
    AS "invitationExpiresAt"`

const tables = Prisma.sql`
  organization_memberships m JOIN organizations o ON o.id = m.organization_id LEFT JOIN users u ON u.id = m.user_id`

const nameOf = Prisma.sql`coalesce(u.username_key, m.email_key)`

const orders: Orders<MembershipOrder, Prisma.Sql> = {
  name: (along) => inOrder(along, nameOf, Prisma.sql`m.id`),
  status: (along) => inOrder(along, Prisma.sql`m.status`, nameOf, Prisma.sql`m.id`),
  created: (along) => inOrder(along, Prisma.sql`m.created_at`, Prisma.sql`m.id`),
}

const oldestFirst = orders.created('asc', 'desc')

/** Of a user, or of the owner of the address. */
type NewMember = { readonly userId: string } | { readonly email: string; readonly teamIds: readonly string[] }

export class OrganizationMembershipsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The oldest first. */
  async list(
    ctx: OperationContext,
    organizationId: string,
    filter: MembershipFilter,
    page: OrderedPage<MembershipOrder>,
  ): Promise<Paged<Membership>> {
    const where = toCondition(Prisma.sql`${organizationId}`, filter)
    const order = sortedBy(page, orders, oldestFirst)
    return paged(
      page,
      () => this.count(ctx, where),
      ({ skip, take }) =>
        this.select(ctx, Prisma.sql`${where} ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`),
    )
  }

  /** The same page of the list of each of these organizations, in two statements however many they are. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: MembershipFilter,
    page: OrderedPage<MembershipOrder>,
  ): Promise<ReadonlyMap<string, Paged<Membership>>> {
    const database = this.database.of(ctx)
    const parents = Prisma.sql`unnest(${[...organizationIds]}::text[]) AS parent (id)`
    const where = toCondition(Prisma.sql`parent.id`, filter)
    const order = sortedBy(page, orders, oldestFirst)
    const range = Prisma.sql`LIMIT ${page.size} OFFSET ${(page.number - 1) * page.size}`
    const [counts, found] = await Promise.all([
      database.$queryRaw<{ id: string; total: bigint }[]>`
        SELECT id, (SELECT count(*) FROM organization_memberships m WHERE ${where}) AS total FROM ${parents}`,
      database.$queryRaw<(Membership & { place: bigint })[]>`
        SELECT listed.* FROM ${parents} CROSS JOIN LATERAL (
          SELECT ${columns}, row_number() OVER (ORDER BY ${order}) AS place FROM ${tables} WHERE ${where}
          ORDER BY ${order} ${range}
        ) AS listed ORDER BY listed.place`,
    ])
    const itemsOf = (id: string) =>
      found.flatMap(({ place: _, ...each }) => (each.organization.id === id ? [each] : []))
    return new Map(
      counts.map(({ id, total }) => [id, { items: itemsOf(id), totalCount: Number(total), page }]),
    )
  }

  /** Invitations whose link ends in this time, the soonest first. */
  async listEndingInvitations(
    ctx: OperationContext,
    organizationIds: readonly string[] | 'all',
    from: Date,
    to: Date,
    page: Page,
  ): Promise<Paged<Membership>> {
    const where = Prisma.sql`m.status = 'invited' AND NOT o.is_disabled
      AND m.id IN (SELECT membership_id FROM invitations WHERE expires_at BETWEEN ${from} AND ${to})
      AND ${organizationIds === 'all' ? Prisma.sql`true` : Prisma.sql`o.id = ANY(${[...organizationIds]}::text[])`}`
    const database = this.database.of(ctx)
    return paged(
      page,
      async () => {
        const [row] = await database.$queryRaw<{ total: bigint }[]>`
          SELECT count(*) AS total FROM ${tables} WHERE ${where}`
        return Number(row?.total)
      },
      ({ skip, take }) =>
        this.select(
          ctx,
          Prisma.sql`${where} ORDER BY "invitationExpiresAt", m.id LIMIT ${take} OFFSET ${skip}`,
        ),
    )
  }

  async organizationOf(ctx: OperationContext, id: string): Promise<string | undefined> {
    const select = { organizationId: true }
    const row = await this.database.of(ctx).organizationMembership.findUnique({ where: { id }, select })
    return row?.organizationId
  }

  async find(ctx: OperationContext, organizationId: string, id: string): Promise<Membership | undefined> {
    return (await this.select(ctx, Prisma.sql`m.id = ${id} AND m.organization_id = ${organizationId}`))[0]
  }

  /** Those of the teams' members and of those who will be, the oldest first. */
  async listOfTeams(
    ctx: OperationContext,
    organizationId: string,
    teams: readonly Team[],
  ): Promise<Membership[]> {
    const userIds = teams.flatMap(({ members }) => members.map(({ id }) => id))
    const teamIds = teams.map(({ id }) => id)
    return this.select(
      ctx,
      Prisma.sql`m.organization_id = ${organizationId} AND (m.user_id = ANY(${userIds}) OR m.team_ids && ${teamIds})
        ORDER BY ${oldestFirst}`,
    )
  }

  /** Of these, those that are the organization's; none of them changes before the transaction ends. */
  async lockIn(
    ctx: OperationContext,
    organizationId: string,
    ids: readonly string[],
  ): Promise<{ id: string; userId: string | null }[]> {
    return this.database.of(ctx).$queryRaw`
      SELECT id, user_id AS "userId" FROM organization_memberships
      WHERE organization_id = ${organizationId} AND id = ANY(${[...ids]}) ORDER BY id FOR UPDATE`
  }

  /** Invitations that lead into one team more. */
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

  /** Who is a member already stays one. */
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
      // The organization or the user went in the very same moment.
      if (constraint?.endsWith('_fkey')) throw notFound()
      if (constraint?.endsWith('_key')) throw invalid(faults.taken('email'))
      throw error
    }
  }

  /** Whether the address is invited to the organization, or verified of one of its members. */
  async hasEmail(ctx: OperationContext, organizationId: string, email: string): Promise<boolean> {
    const emailKey = email.toLowerCase()
    const member = { user: { emailKey, emailProof: { not: null } } }
    const where = { organizationId, OR: [{ emailKey }, member] }
    const select = { id: true }
    return (await this.database.of(ctx).organizationMembership.findFirst({ where, select })) !== null
  }

  /** Of these users, those who are members; they stay so until the transaction ends. */
  async lockActive(
    ctx: OperationContext,
    organizationId: string,
    userIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const locked = await this.database.of(ctx).$queryRaw<{ userId: string }[]>`
      SELECT user_id AS "userId" FROM organization_memberships
      WHERE organization_id = ${organizationId} AND user_id = ANY(${[...userIds]}) ORDER BY id FOR UPDATE`
    return new Set(locked.map(({ userId }) => userId))
  }

  /** The invitations to these addresses, by the address in lower case; they stay so until the transaction ends. */
  async lockInvited(
    ctx: OperationContext,
    organizationId: string,
    emails: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const keys = emails.map((email) => email.toLowerCase())
    const locked = await this.database.of(ctx).$queryRaw<{ id: string; emailKey: string }[]>`
      SELECT id, email_key AS "emailKey" FROM organization_memberships
      WHERE organization_id = ${organizationId} AND email_key = ANY(${keys}) AND status = 'invited'
      ORDER BY id FOR UPDATE`
    return new Map(locked.map(({ id, emailKey }) => [emailKey, id]))
  }

  /** The group that brought a member in takes the membership away no more. */
  async keepByHand(ctx: OperationContext, organizationId: string, userId: string): Promise<void> {
    const where = { organizationId, userId }
    await this.database.of(ctx).organizationMembership.updateMany({ where, data: { bySso: false } })
  }

  async delete(ctx: OperationContext, id: string): Promise<boolean> {
    return (await this.database.of(ctx).organizationMembership.deleteMany({ where: { id } })).count === 1
  }

  private async select(ctx: OperationContext, tail: Prisma.Sql): Promise<Membership[]> {
    return this.database.of(ctx).$queryRaw`SELECT ${columns} FROM ${tables} WHERE ${tail}`
  }

  private async count(ctx: OperationContext, where: Prisma.Sql): Promise<number> {
    const rows = await this.database.of(ctx).$queryRaw<{ total: bigint }[]>`
      SELECT count(*) AS total FROM organization_memberships m WHERE ${where}`
    return Number(rows[0]?.total)
  }
}
