import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import type { StoreDatabase } from '../store.js'
import type { Membership, MembershipFilter } from './membership.js'

/** With the user's teams in this organization. */
const columnsIn = (organizationId: string) =>
  ({
    id: true,
    status: true,
    email: true,
    teamIds: true,
    createdAt: true,
    organization: { select: { id: true, name: true } },
    user: {
      select: {
        id: true,
        username: true,
        email: true,
        teams: { where: { team: { organizationId } }, select: { teamId: true }, orderBy: { teamId: 'asc' } },
      },
    },
  }) satisfies Prisma.OrganizationMembershipSelect

type Row = Prisma.OrganizationMembershipGetPayload<{ select: ReturnType<typeof columnsIn> }>

/** Of a user, or of whoever the address belongs to. */
type Member = { readonly userId: string } | { readonly email: string; readonly teamIds: readonly string[] }

export class MembershipsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The oldest first. */
  async list(
    ctx: OperationContext,
    organizationId: string,
    filter: MembershipFilter,
    page: Page,
  ): Promise<Paged<Membership>> {
    const { organizationMembership } = this.database.of(ctx)
    const where = { organizationId, AND: conditions(filter) }
    const orderBy: Prisma.OrganizationMembershipOrderByWithRelationInput[] = [
      { createdAt: 'asc' },
      { id: 'asc' },
    ]
    const select = columnsIn(organizationId)
    return paged(
      page,
      () => organizationMembership.count({ where }),
      async (range) =>
        (await organizationMembership.findMany({ where, orderBy, select, ...range })).map(toMembership),
    )
  }

  async organizationOf(ctx: OperationContext, id: string): Promise<string | undefined> {
    const select = { organizationId: true }
    const row = await this.database.of(ctx).organizationMembership.findUnique({ where: { id }, select })
    return row?.organizationId
  }

  async find(ctx: OperationContext, organizationId: string, id: string): Promise<Membership | undefined> {
    const select = columnsIn(organizationId)
    const row = await this.database.of(ctx).organizationMembership.findUnique({ where: { id }, select })
    return row ? toMembership(row) : undefined
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

  async create(ctx: OperationContext, organizationId: string, member: Member): Promise<Membership> {
    const whose =
      'userId' in member
        ? { userId: member.userId }
        : {
            status: 'invited' as const,
            email: member.email,
            emailKey: member.email.toLowerCase(),
            teamIds: [...member.teamIds],
          }
    const data = { ...whose, id: newId('ou'), organizationId, createdAt: ctx.clock.now() }
    const select = columnsIn(organizationId)
    try {
      return toMembership(await this.database.of(ctx).organizationMembership.create({ data, select }))
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      // The organization or the user went in the very same moment.
      if (constraint?.endsWith('_fkey')) throw notFound()
      if (constraint?.endsWith('_key')) throw invalid(faults.taken('email'))
      throw error
    }
  }

  /** All invitations to this address, held until the transaction ends. */
  async holdInvited(
    ctx: OperationContext,
    email: string,
  ): Promise<{ id: string; organizationId: string; teamIds: string[] }[]> {
    const database = this.database.of(ctx)
    const emailKey = email.toLowerCase()
    await database.$queryRaw`
      SELECT id FROM organization_memberships WHERE email_key = ${emailKey} ORDER BY id FOR UPDATE`
    return database.organizationMembership.findMany({
      where: { emailKey, status: 'invited' },
      select: { id: true, organizationId: true, teamIds: true },
    })
  }

  /** Its invitation leads nowhere from now on. */
  async activate(ctx: OperationContext, id: string, userId: string): Promise<void> {
    const database = this.database.of(ctx)
    await database.invitation.deleteMany({ where: { membershipId: id } })
    const data = { userId, status: 'active' as const, email: null, emailKey: null, teamIds: [] }
    await database.organizationMembership.update({ where: { id }, data })
  }

  async delete(ctx: OperationContext, id: string): Promise<boolean> {
    return (await this.database.of(ctx).organizationMembership.deleteMany({ where: { id } })).count === 1
  }
}

function conditions({ status, emails, search }: MembershipFilter): Prisma.OrganizationMembershipWhereInput[] {
  const keys = { in: emails?.map((email) => email.toLowerCase()) ?? [] }
  const contains = literally(search?.toLowerCase() ?? '')
  const byUser = { OR: [{ emailKey: { contains } }, { usernameKey: { contains } }] }
  return [
    ...(status ? [{ status }] : []),
    ...(emails ? [{ OR: [{ emailKey: keys }, { user: { emailKey: keys } }] }] : []),
    ...(search ? [{ OR: [{ emailKey: { contains } }, { user: byUser }] }] : []),
  ]
}

function toMembership({ email, user, teamIds, ...row }: Row): Membership {
  if (!user) return { ...row, email: email ?? '', user, teamIds }
  const { teams, ...person } = user
  return { ...row, email: user.email, user: person, teamIds: teams.map(({ teamId }) => teamId) }
}
