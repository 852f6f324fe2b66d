import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import type { PendingInvitation } from './membership.js'

/** Invitations by the address that they are for. */
export class PendingInvitationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The oldest first. */
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
