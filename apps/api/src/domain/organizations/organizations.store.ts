import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { OrganizationRole } from '../../kernel/permissions.js'
import type { StoreDatabase } from '../store.js'
import { ownersTeam, rolesOf, type Organization } from './organization.js'

const columns = { id: true, name: true, email: true, createdAt: true, updatedAt: true } as const

export class OrganizationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** By name, those the user is a member of. */
  async listOfUser(ctx: OperationContext, userId: string, page: Page): Promise<Paged<Organization>> {
    const { organization } = this.database.of(ctx)
    const where = { memberships: { some: { userId } } }
    return paged(
      page,
      () => organization.count({ where }),
      (range) => organization.findMany({ where, orderBy: { name: 'asc' }, select: columns, ...range }),
    )
  }

  /** In any case of the name, with what the user is to it. */
  async findWithRoles(
    ctx: OperationContext,
    name: string,
    userId: string,
  ): Promise<{ organization: Organization; roles: readonly OrganizationRole[] } | undefined> {
    const row = await this.database.of(ctx).organization.findUnique({
      where: { nameKey: name.toLowerCase() },
      select: {
        ...columns,
        memberships: { where: { userId }, select: { id: true } },
        teams: {
          where: { members: { some: { userId } } },
          select: { nameKey: true, manageModules: true, manageWorkspaces: true },
        },
      },
    })
    if (!row) return undefined
    const { memberships, teams, ...organization } = row
    return { organization, roles: rolesOf(memberships.length > 0, teams) }
  }

  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<Organization[]> {
    return this.database.of(ctx).organization.findMany({ where: { id: { in: [...ids] } }, select: columns })
  }

  /** With its team of owners, the user in it; the name is taken for good. */
  async create(
    ctx: OperationContext,
    facts: { name: string; email: string },
    ownerId: string | undefined,
  ): Promise<Organization> {
    const now = ctx.clock.now()
    const id = newId('org')
    const nameKey = facts.name.toLowerCase()
    const owner = ownerId === undefined ? {} : { members: { create: { userId: ownerId } } }
    const database = this.database.of(ctx)
    try {
      await database.organizationName.create({ data: { nameKey, organizationId: id, takenAt: now } })
    } catch (error) {
      if (this.database.violatedConstraint(error) === 'organization_names_pkey')
        throw invalid(faults.taken('name'))
      throw error
    }
    return database.organization.create({
      data: {
        ...facts,
        id,
        nameKey,
        createdAt: now,
        updatedAt: now,
        teams: {
          create: { id: newId('team'), name: ownersTeam, nameKey: ownersTeam, createdAt: now, ...owner },
        },
        ...(ownerId !== undefined && {
          memberships: { create: { id: newId('ou'), userId: ownerId, createdAt: now } },
        }),
      },
      select: columns,
    })
  }
}
