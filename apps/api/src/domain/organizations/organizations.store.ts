import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { isPersonsToken, type Actor } from '../../kernel/actor.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, sortedBy, type OrderedPage, type Orders, type Paged } from '../../kernel/page.js'
import type { OrganizationRole } from '../../kernel/permissions.js'
import { literally } from '../../kernel/search.js'
import { columnsOf, db, rowsOf } from '../sql.js'
import { selectionOf, type StoreDatabase } from '../store.js'
import {
  organization,
  ownersTeam,
  rightsOf,
  rolesOf,
  teamRights,
  type NewOrganization,
  type Organization,
  type OrganizationFacts,
  type OrganizationKey,
  type OrganizationKeys,
  type OrganizationOrder,
} from './organization.js'

/** Columns for Prisma, and for SQL, where the table is called `o`. */
export const organizationColumns = selectionOf(organization)
export const organizationSql = columnsOf(organization, 'o')

const orders: Orders<OrganizationOrder, Prisma.OrganizationOrderByWithRelationInput[]> = {
  name: (along) => [{ nameKey: along }],
  email: (along) => [{ email: along }, { nameKey: along }],
  created: (along) => [{ createdAt: along }, { id: along }],
}

export interface OrganizationWithRoles {
  readonly organization: Organization
  readonly roles: readonly OrganizationRole[]
}

/** Parts of what the caller's own organizations are called by, in any case, and what narrows them further. */
export interface OwnOrganizationFilter {
  /** A part of the name or the notification e-mail. */
  readonly search?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Whole names, in any case. */
  readonly names?: readonly string[] | undefined
  /** Roles of which the caller has one there. */
  readonly roles?: readonly OrganizationRole[] | undefined
}

export class OrganizationsStore {
  private readonly loaders = new WeakMap<
    OperationContext,
    DataLoader<string, OrganizationWithRoles | undefined>
  >()

  constructor(private readonly database: StoreDatabase) {}

  /** Lists the caller's organizations, by name, with its roles in each. */
  async listMine(
    ctx: OperationContext,
    page: OrderedPage<OrganizationOrder>,
    filter: OwnOrganizationFilter = {},
  ): Promise<Paged<OrganizationWithRoles>> {
    const { organization } = this.database.of(ctx)
    const where = { AND: [openTo(ctx.actor), isOf(ctx.actor), has(filter), hasRole(ctx.actor, filter.roles)] }
    return paged(
      page,
      () => organization.count({ where }),
      async (range) => {
        const rows = await organization.findMany({
          where,
          orderBy: sortedBy(page, orders, [{ name: 'asc' }]),
          select: withRolesOf(ctx.actor),
          ...range,
        })
        return rows.map((row) => toOrganizationWithRoles(row, ctx.actor))
      },
    )
  }

  /** Finds an organization with the caller's roles in it. */
  async findWithRoles(
    ctx: OperationContext,
    key: OrganizationKey,
  ): Promise<OrganizationWithRoles | undefined> {
    const row = await this.database.of(ctx).organization.findUnique({
      where: 'id' in key ? { id: key.id } : { nameKey: key.name.toLowerCase() },
      select: withRolesOf(ctx.actor),
    })
    return row ? toOrganizationWithRoles(row, ctx.actor) : undefined
  }

  /** Finds the id of the organization that had this name, in any case, and has another one now. */
  async idOfFormerName(ctx: OperationContext, name: string): Promise<string | undefined> {
    const former = db
      .selectFrom('organization_names as n')
      .innerJoin('organizations as o', 'o.id', 'n.organization_id')
      .select('o.id as id')
      .where('n.name_key', '=', name.toLowerCase())
      .whereRef('o.name_key', '<>', 'n.name_key')
    return (await rowsOf(this.database.of(ctx), former))[0]?.id
  }

  /** Finds many at once. Simultaneous lookups by ids for the same request are one statement; nothing is cached. */
  async findManyWithRoles(ctx: OperationContext, keys: OrganizationKeys): Promise<OrganizationWithRoles[]> {
    if (!('ids' in keys)) return this.readManyWithRoles(ctx, keys)
    const loader = this.loaders.get(ctx) ?? this.loaderOf(ctx)
    const found = await Promise.all(keys.ids.map((id) => loader.load(id)))
    return found.filter((each) => each !== undefined)
  }

  private loaderOf(ctx: OperationContext): DataLoader<string, OrganizationWithRoles | undefined> {
    const loader = new DataLoader<string, OrganizationWithRoles | undefined>(
      async (ids) => {
        const found = await this.readManyWithRoles(ctx, { ids: [...new Set(ids)] })
        const byId = new Map(found.map((each) => [each.organization.id, each]))
        return ids.map((id) => byId.get(id))
      },
      { cache: false },
    )
    this.loaders.set(ctx, loader)
    return loader
  }

  private async readManyWithRoles(
    ctx: OperationContext,
    keys: OrganizationKeys,
  ): Promise<OrganizationWithRoles[]> {
    const rows = await this.database.of(ctx).organization.findMany({
      where:
        'ids' in keys
          ? { id: { in: [...keys.ids] } }
          : { nameKey: { in: keys.names.map((name) => name.toLowerCase()) } },
      select: withRolesOf(ctx.actor),
    })
    return rows.map((row) => toOrganizationWithRoles(row, ctx.actor))
  }

  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<Organization[]> {
    return this.database
      .of(ctx)
      .organization.findMany({ where: { id: { in: [...ids] } }, select: organizationColumns })
  }

  /** Creates it with its team of owners, which has the user; the name stays taken for good. */
  async create(
    ctx: OperationContext,
    facts: NewOrganization,
    ownerId: string | undefined,
  ): Promise<Organization> {
    const now = ctx.clock.now()
    const id = newId('org')
    const nameKey = facts.name.toLowerCase()
    const owner = ownerId === undefined ? {} : { members: { create: { userId: ownerId } } }
    await this.takeName(ctx, id, nameKey)
    return this.database.of(ctx).organization.create({
      data: {
        ...facts,
        id,
        nameKey,
        createdById: ownerId ?? null,
        createdAt: now,
        updatedAt: now,
        teams: {
          create: { id: newId('team'), name: ownersTeam, nameKey: ownersTeam, createdAt: now, ...owner },
        },
        ...(ownerId !== undefined && {
          memberships: { create: { id: newId('ou'), userId: ownerId, createdAt: now } },
        }),
      },
      select: organizationColumns,
    })
  }

  /** Locks it until the transaction ends; nothing new is added to it meanwhile. */
  async lock(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM organizations WHERE id = ${id} FOR UPDATE`
  }

  /** Allows a group; undefined where it is allowed already, or the organization was deleted. */
  async allowSsoGroup(
    ctx: OperationContext,
    id: string,
    group: string,
  ): Promise<{ before: Organization; after: Organization } | undefined> {
    const { organization } = this.database.of(ctx)
    await this.database.of(ctx).$executeRaw`SELECT id FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`
    const where = { id, NOT: { ssoGroups: { has: group } } }
    const before = await organization.findFirst({ where, select: organizationColumns })
    if (!before) return undefined
    const data = { ssoGroups: { push: group }, updatedAt: changeTime(ctx.clock, before.updatedAt) }
    return { before, after: await organization.update({ where: { id }, data, select: organizationColumns }) }
  }

  /** The namespace of its private providers is its name, and follows it. */
  async update(ctx: OperationContext, before: Organization, facts: OrganizationFacts): Promise<Organization> {
    const { id } = before
    const nameKey = facts.name.toLowerCase()
    const database = this.database.of(ctx)
    if (facts.name !== before.name) {
      await this.takeName(ctx, id, nameKey)
      await database.registryProvider.updateMany({
        where: { organizationId: id, registryName: 'private' },
        data: { namespace: facts.name, namespaceKey: nameKey },
      })
    }
    const data = { ...facts, nameKey, updatedAt: changeTime(ctx.clock, before.updatedAt) }
    return database.organization.update({ where: { id }, data, select: organizationColumns })
  }

  /** Lists the stored files of its modules, providers and workspaces, and locks them until the organization is deleted. */
  async lockFiles(ctx: OperationContext, id: string): Promise<string[]> {
    await this.lock(ctx, id)
    const database = this.database.of(ctx)
    await database.$executeRaw`SELECT id FROM modules WHERE organization_id = ${id} ORDER BY id FOR UPDATE`
    await database.$executeRaw`SELECT id FROM workspaces WHERE organization_id = ${id} ORDER BY id FOR UPDATE`
    await database.$executeRaw`SELECT id FROM registry_providers WHERE organization_id = ${id} ORDER BY id FOR UPDATE`
    return (await rowsOf(database, storedKeys(id))).flatMap(({ key }) => key ?? [])
  }

  /** Deletes it with everything that belongs to it. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).organization.delete({ where: { id } })
  }

  /** A name is taken for good; an organization may come back to one that was its own. */
  private async takeName(ctx: OperationContext, organizationId: string, nameKey: string): Promise<void> {
    const { organizationName } = this.database.of(ctx)
    const data = { nameKey, organizationId, takenAt: ctx.clock.now() }
    const { count } = await organizationName.createMany({ data, skipDuplicates: true })
    if (count === 1) return
    const taken = await organizationName.findUnique({ where: { nameKey } })
    if (taken?.organizationId !== organizationId) throw invalid(faults.taken('name'))
  }
}

/** Selects the keys of all files that the modules, providers and workspaces of an organization have stored. */
function storedKeys(id: string) {
  const pair = (keys: string) => sql<string | null>`unnest(array[${sql.raw(keys)}])`.as('key')
  const versions = db
    .selectFrom('registry_provider_versions as v')
    .innerJoin('registry_providers as p', 'p.id', 'v.provider_id')
    .where('p.organization_id', '=', id)
  return db
    .selectFrom('module_versions as v')
    .innerJoin('modules as m', 'm.id', 'v.module_id')
    .where('m.organization_id', '=', id)
    .select('v.storage_key as key')
    .unionAll(versions.select(pair('v.shasums_key, v.shasums_sig_key')))
    .unionAll(
      versions
        .innerJoin('registry_provider_platforms as f', 'f.version_id', 'v.id')
        .select('f.binary_key as key'),
    )
    .unionAll(
      db
        .selectFrom('state_versions as s')
        .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
        .where('w.organization_id', '=', id)
        .select(pair('s.storage_key, s.json_storage_key')),
    )
}

/** Selects organizations whose name or notification e-mail contains the text, in any case. */
function has({
  search = '',
  name = '',
  email = '',
  names,
}: OwnOrganizationFilter): Prisma.OrganizationWhereInput {
  const part = (text: string) => ({ contains: literally(text), mode: 'insensitive' }) as const
  return {
    ...(search !== '' && { OR: [{ name: part(search) }, { email: part(search) }] }),
    ...(name !== '' && { name: part(name) }),
    ...(email !== '' && { email: part(email) }),
    ...(names && { nameKey: { in: names.map((each) => each.toLowerCase()) } }),
  }
}

/** Selects, among the caller's organizations, those where it has one of these roles; the rule of `rolesOf`. */
function hasRole(
  actor: Actor,
  roles: readonly OrganizationRole[] | undefined,
): Prisma.OrganizationWhereInput {
  if (!roles || roles.includes(actor.type === 'organization' ? 'organization-token' : 'member')) return {}
  const given = rightsOf(roles).map((right): Prisma.TeamWhereInput => ({ [right]: true }))
  const owners = roles.includes('owner') ? [{ nameKey: ownersTeam }] : []
  return { teams: { some: { AND: [teamsOf(actor), { OR: [...owners, ...given] }] } } }
}

/** The teams that the caller is in, or is. */
const teamsOf = (actor: Actor): Prisma.TeamWhereInput =>
  actor.type === 'team'
    ? { id: actor.id }
    : { members: { some: { userId: actor.type === 'user' ? actor.id : '' } } }

/** The rule of `isOpenTo`, for a list. */
export const openTo = (actor: Actor): Prisma.OrganizationWhereInput => ({
  isDisabled: false,
  ...(isPersonsToken(actor) && { userTokensEnabled: true }),
})

/** Anonymous callers are members of nothing. */
function isOf(actor: Actor): Prisma.OrganizationWhereInput {
  switch (actor.type) {
    case 'user':
      return { memberships: { some: { userId: actor.id, status: 'active' } } }
    case 'team':
      return { id: actor.organizationId }
    default:
      return { id: actor.type === 'organization' ? actor.id : '' }
  }
}

/** Selects the facts behind the caller's roles: its membership, and the rights of its teams. */
function withRolesOf(actor: Actor) {
  const userId = actor.type === 'user' ? actor.id : ''
  return {
    ...organizationColumns,
    memberships: { where: { userId, status: 'active' }, select: { id: true } },
    teams: { where: teamsOf(actor), select: selectionOf(teamRights) },
  } satisfies Prisma.OrganizationSelect
}

type RowWithRoles = Prisma.OrganizationGetPayload<{ select: ReturnType<typeof withRolesOf> }>

function toOrganizationWithRoles(row: RowWithRoles, actor: Actor): OrganizationWithRoles {
  const { memberships, teams, ...organization } = row
  if (actor.type === 'organization')
    return { organization, roles: [actor.id === organization.id ? 'organization-token' : 'stranger'] }
  return { organization, roles: rolesOf(memberships.length > 0, teams) }
}
