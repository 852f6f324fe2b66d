import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import {
  paged,
  pagedByParent,
  rangeOf,
  sortedBy,
  type OrderedPage,
  type Orders,
  type Paged,
} from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { ownersTeam } from '../organizations/organization.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { KeptTeamFacts, Team, TeamFilter, TeamOrder } from './team.js'
import type { Member } from '../people/user.js'

const member = {
  user: { select: { id: true, username: true, email: true, emailProof: true, twoFactorEnabledAt: true } },
} as const
const whole = {
  members: { select: member, orderBy: { user: { username: 'asc' } } },
} satisfies Prisma.TeamInclude

type Row = Prisma.TeamGetPayload<{ include: typeof whole }>

const byName: Prisma.TeamOrderByWithRelationInput[] = [{ name: 'asc' }]

const orders: Orders<TeamOrder, Prisma.TeamOrderByWithRelationInput[]> = {
  name: (along) => [{ nameKey: along }],
  members: (along) => [{ members: { _count: along } }, { nameKey: along }],
}

export class TeamsStore {
  constructor(private readonly database: StoreDatabase) {}

  async list(
    ctx: OperationContext,
    organizationId: string,
    filter: TeamFilter,
    page: OrderedPage<TeamOrder>,
  ): Promise<Paged<Team>> {
    const { team } = this.database.of(ctx)
    const where = { organizationId, AND: conditionsOf(filter) }
    const orderBy = sortedBy(page, orders, byName)
    return paged(
      page,
      () => team.count({ where }),
      async (range) => (await team.findMany({ where, orderBy, include: whole, ...range })).map(toTeam),
    )
  }

  /** Lists the same page of the teams of each of these organizations. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: TeamFilter,
    page: OrderedPage<TeamOrder>,
  ): Promise<ReadonlyMap<string, Paged<Team>>> {
    const where = { AND: conditionsOf(filter) }
    const rows = await this.database.of(ctx).organization.findMany({
      where: { id: { in: [...organizationIds] } },
      select: {
        id: true,
        teams: { where, orderBy: sortedBy(page, orders, byName), include: whole, ...rangeOf(page) },
        _count: { select: { teams: { where } } },
      },
    })
    return pagedByParent(page, rows, ({ teams, _count }) => [teams.map(toTeam), _count.teams])
  }

  async find(ctx: OperationContext, id: string): Promise<Team | undefined> {
    const row = await this.database.of(ctx).team.findUnique({ where: { id }, include: whole })
    return row ? toTeam(row) : undefined
  }

  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<Team[]> {
    const where = { id: { in: [...ids] } }
    const orderBy = { name: 'asc' } as const
    return (await this.database.of(ctx).team.findMany({ where, orderBy, include: whole })).map(toTeam)
  }

  /** Locks those of these teams that are the organization's: none is deleted before the transaction ends. */
  async lockIn(ctx: OperationContext, organizationId: string, ids: readonly string[]): Promise<string[]> {
    const teams = db
      .selectFrom('teams')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', any(ids))
      .orderBy('id')
      .forKeyShare()
    return (await rowsOf(this.database.of(ctx), teams)).map(({ id }) => id)
  }

  /** Selects those of these teams that are not the owners. */
  async withoutOwners(ctx: OperationContext, ids: readonly string[]): Promise<readonly string[]> {
    const where = { id: { in: [...ids] }, nameKey: ownersTeam }
    const owners = await this.database.of(ctx).team.findMany({ where, select: { id: true } })
    return ids.filter((id) => !owners.some((team) => team.id === id))
  }

  async includesOwners(ctx: OperationContext, ids: readonly string[]): Promise<boolean> {
    return ids.length > 0 && (await this.withoutOwners(ctx, ids)).length < ids.length
  }

  /** Locks the team and its members until the transaction ends. */
  async lock(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM teams WHERE id = ${id} FOR NO KEY UPDATE`
  }

  /** Locks the owners of an organization until the transaction ends. */
  async lockOwnersOf(ctx: OperationContext, organizationId: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      SELECT id FROM teams WHERE organization_id = ${organizationId} AND name_key = ${ownersTeam}
      FOR NO KEY UPDATE`
  }

  /** Locks every team of owners that the user is in, until the transaction ends. */
  async lockOwnersWith(ctx: OperationContext, userId: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      SELECT id FROM teams
      WHERE name_key = ${ownersTeam} AND id IN (SELECT team_id FROM team_members WHERE user_id = ${userId})
      ORDER BY id FOR NO KEY UPDATE`
  }

  /** Selects those of these teams whose tokens this member manages. */
  async lettingManageTokens(
    ctx: OperationContext,
    ids: readonly string[],
    userId: string,
  ): Promise<string[]> {
    const where = { id: { in: [...ids] }, allowMemberTokenManagement: true, members: { some: { userId } } }
    const teams = await this.database.of(ctx).team.findMany({ where, select: { id: true } })
    return teams.map(({ id }) => id)
  }

  /** True where the user is the only member of some team of owners, or of that of the organization. */
  async isLastOwner(ctx: OperationContext, userId: string, organizationId?: string): Promise<boolean> {
    const members = { some: { userId }, none: { userId: { not: userId } } }
    const where = { nameKey: ownersTeam, members, ...(organizationId !== undefined && { organizationId }) }
    return (await this.database.of(ctx).team.findFirst({ where, select: { id: true } })) !== null
  }

  async create(ctx: OperationContext, organizationId: string, facts: KeptTeamFacts): Promise<Team> {
    const now = ctx.clock.now()
    const data = { ...toColumns(facts), id: newId('team'), organizationId, createdAt: now, updatedAt: now }
    return this.write(() => this.database.of(ctx).team.create({ data, include: whole }))
  }

  async update(ctx: OperationContext, before: Team, facts: KeptTeamFacts): Promise<Team> {
    const data = { ...toColumns(facts), updatedAt: changeTime(ctx.clock, before.updatedAt) }
    return this.write(() =>
      this.database.of(ctx).team.update({ where: { id: before.id }, data, include: whole }),
    )
  }

  /** Deletes a team with its tokens. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).team.delete({ where: { id } })
  }

  /** Adds users to the teams by hand: members stay so, and a group that brought them in no longer takes them away. */
  async addMembers(
    ctx: OperationContext,
    teamIds: readonly string[],
    userIds: readonly string[],
  ): Promise<void> {
    const { teamMember } = this.database.of(ctx)
    const data = teamIds.flatMap((teamId) => userIds.map((userId) => ({ teamId, userId })))
    await teamMember.createMany({ data, skipDuplicates: true })
    const where = { teamId: { in: [...teamIds] }, userId: { in: [...userIds] }, bySso: true }
    await teamMember.updateMany({ where, data: { bySso: false } })
  }

  async removeMembers(ctx: OperationContext, teamId: string, userIds: readonly string[]): Promise<void> {
    const where = { teamId, userId: { in: [...userIds] } }
    await this.database.of(ctx).teamMember.deleteMany({ where })
  }

  async removeFromAll(ctx: OperationContext, organizationId: string, userId: string): Promise<void> {
    await this.database.of(ctx).teamMember.deleteMany({ where: { userId, team: { organizationId } } })
  }

  private async write(statement: () => Promise<Row>): Promise<Team> {
    try {
      return toTeam(await statement())
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'teams_organization_id_name_key_key') throw invalid(faults.taken('name'))
      if (constraint === 'teams_organization_id_fkey') throw notFound()
      throw error
    }
  }
}

function conditionsOf({ names, search }: TeamFilter): Prisma.TeamWhereInput[] {
  return [
    ...(names ? [{ nameKey: { in: names.map((name) => name.toLowerCase()) } }] : []),
    ...(search ? [{ nameKey: { contains: literally(search.toLowerCase()) } }] : []),
  ]
}

function toColumns(facts: KeptTeamFacts): KeptTeamFacts & { nameKey: string } {
  return { ...facts, nameKey: facts.name.toLowerCase() }
}

function toTeam({ nameKey: _, members, visibility, ...row }: Row): Team {
  return {
    ...row,
    // Checks of the database allow no other words.
    visibility: visibility === 'organization' ? visibility : 'secret',
    members: members.map(({ user: { twoFactorEnabledAt, ...user } }) => {
      const hasTwoFactor = twoFactorEnabledAt !== null
      return { ...user, hasTwoFactor } as Member
    }),
  }
}
