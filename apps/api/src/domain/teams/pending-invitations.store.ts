import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import { usedLink } from '../people/invitations.store.js'
import type { PendingInvitation } from './organization-membership.js'

interface InvitedMembership {
  readonly id: string
  readonly organizationId: string
  readonly email: string
  readonly teamIds: readonly string[]
}

/** Invitations by the address that they are for. */
export class PendingInvitationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists invitations, the oldest first. */
  async list(ctx: OperationContext, email: string, page: Page): Promise<Paged<PendingInvitation>> {
    const database = this.database.of(ctx)
    const where = { ...to(email), invitation: { usedAt: null, expiresAt: { gt: ctx.clock.now() } } }
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
    const items = list.items.map(({ id, teamIds, organization, invitation, email: invited }) => ({
      id,
      organization: organization.name,
      email: invited ?? '',
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

  async isFor(ctx: OperationContext, id: string, email: string): Promise<boolean> {
    return (await this.database.of(ctx).organizationMembership.count({ where: { id, ...to(email) } })) === 1
  }
}

const to = (email: string) =>
  ({
    emailKey: email.toLowerCase(),
    status: 'invited',
    organization: { isDisabled: false },
  }) satisfies Prisma.OrganizationMembershipWhereInput
