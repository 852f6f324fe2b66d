import { sql, type InferResult, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound } from '../../kernel/errors.js'
import { mostItems } from '../../kernel/input.js'
import {
  paged,
  pagedByParent,
  rangeOf,
  sortedBy,
  type Direction,
  type OrderedPage,
  type Page,
  type Orders,
  type Paged,
} from '../../kernel/page.js'
import { auditTrailScope } from '../../kernel/permissions.js'
import type { Provenance } from '../../kernel/provenance.js'
import { literally } from '../../kernel/search.js'
import { db, idsAs, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type {
  AuthenticationToken,
  TeamTokenFilter,
  TeamTokenOrder,
  TokenOrder,
  TokenOwner,
} from './authentication-token.js'
import type { Bearer } from './bearer.js'
import type { AccessCounts, NamedToken, TokenConsequences } from './revocation.js'
import { toUser, userColumns } from '../people/users.store.js'

const columns = {
  id: true,
  userId: true,
  teamId: true,
  organizationId: true,
  team: { select: { organizationId: true } },
  description: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  lastUsedAddress: true,
  expiresAt: true,
  provenance: true,
  createdBy: { select: { id: true, username: true } },
} satisfies Prisma.AuthenticationTokenSelect

const lastSignOn = {
  select: { lastSignedInAt: true },
  orderBy: { lastSignedInAt: 'desc' },
  take: 1,
} satisfies Prisma.User$identitiesArgs

const newestFirst: Prisma.AuthenticationTokenOrderByWithRelationInput[] = [
  { createdAt: 'desc' },
  { id: 'asc' },
]

const orders: Orders<TokenOrder, Prisma.AuthenticationTokenOrderByWithRelationInput[]> = {
  description: (along) => [{ description: whenGiven(along) }, { id: along }],
  created: (along, against) => [{ createdAt: along }, { id: against }],
  lastUsed: (along) => [{ lastUsedAt: whenGiven(along) }, { id: along }],
  expires: (along) => [{ expiresAt: along }, { id: along }],
}

const teamOrders: Orders<TeamTokenOrder, Prisma.AuthenticationTokenOrderByWithRelationInput[]> = {
  ...orders,
  team: (along) => [{ team: { name: along } }, { id: along }],
  createdBy: (along) => [{ createdBy: { username: along } }, { id: along }],
}

type Row = Prisma.AuthenticationTokenGetPayload<{ select: typeof columns }>

const oldestFirst = (one: AuthenticationToken, other: AuthenticationToken): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1)

type TokenFacts = Pick<AuthenticationToken, 'id' | 'owner' | 'description' | 'scopes' | 'expiresAt'>

export interface NewAuthenticationToken extends TokenFacts {
  readonly tokenHash: string
  readonly createdById: string | null
  /** The id of the token or session that made it; null where none did. */
  readonly madeBy: string | null
  /** The CI identity that it was exchanged for, with the job that has it. */
  readonly ci?: { readonly identityId: string; readonly provenance: Provenance }
}

/** A token found by its value, with its owner. */
export interface TokenBearer extends Bearer {
  readonly token: AuthenticationToken
}

/** The tokens that go with the credential that made them. */
type RevocationScope = 'persons' | 'every kind'

/** The most tokens of one credential that a preview looks at; a user who has more sees these. */
const mostPreviewed = 1000

/** Tokens, and the trees of them that tokens, sessions and persons made. */
export class AuthenticationTokensStore {
  constructor(private readonly database: StoreDatabase) {}

  async list(
    ctx: OperationContext,
    owner: TokenOwner,
    page: OrderedPage<TokenOrder>,
  ): Promise<Paged<AuthenticationToken>> {
    return this.pageOf(ctx, page, ownerColumns(owner), sortedBy(page, orders, newestFirst))
  }

  /** Lists tokens of all teams, newest first; `search` is a part of the name of a team, in any case. */
  async listOfAllTeams(
    ctx: OperationContext,
    organizationId: string,
    { search, status }: TeamTokenFilter,
    page: OrderedPage<TeamTokenOrder>,
  ): Promise<Paged<AuthenticationToken>> {
    const nameFilter = search ? { nameKey: { contains: literally(search.toLowerCase()) } } : {}
    const now = ctx.clock.now()
    const ends = { active: { expiresAt: { gt: now } }, expired: { expiresAt: { lte: now } } }
    const where = { team: { organizationId, ...nameFilter }, ...(status && ends[status]) }
    return this.pageOf(ctx, page, where, sortedBy(page, teamOrders, newestFirst))
  }

  async idsOfAllTeams(ctx: OperationContext, organizationId: string): Promise<string[]> {
    const where = { team: { organizationId } }
    const rows = await this.database.of(ctx).authenticationToken.findMany({ where, select: { id: true } })
    return rows.map(({ id }) => id)
  }

  private pageOf(
    ctx: OperationContext,
    page: Page,
    where: Prisma.AuthenticationTokenWhereInput,
    orderBy: typeof newestFirst,
  ): Promise<Paged<AuthenticationToken>> {
    const { authenticationToken } = this.database.of(ctx)
    return paged(
      page,
      () => authenticationToken.count({ where }),
      async (range) =>
        (await authenticationToken.findMany({ where, orderBy, select: columns, ...range })).map(toToken),
    )
  }

  /** Lists the same page of the tokens of each of these teams. */
  async listOfTeams(
    ctx: OperationContext,
    teamIds: readonly string[],
    page: OrderedPage<TokenOrder>,
  ): Promise<ReadonlyMap<string, Paged<AuthenticationToken>>> {
    const rows = await this.database.of(ctx).team.findMany({
      where: { id: { in: [...teamIds] } },
      select: {
        id: true,
        tokens: { orderBy: sortedBy(page, orders, newestFirst), select: columns, ...rangeOf(page) },
        _count: { select: { tokens: true } },
      },
    })
    return pagedByParent(page, rows, ({ tokens, _count }) => [tokens.map(toToken), _count.tokens])
  }

  /** Finds the one token of its kind of each of these owners: an organization's, or a team's without a description. */
  async listPlain(
    ctx: OperationContext,
    owners: { type: 'team' | 'organization'; ids: readonly string[]; only?: 'audit-trails' | undefined },
  ): Promise<AuthenticationToken[]> {
    const of = { in: [...owners.ids] }
    const where =
      owners.type === 'team'
        ? { teamId: of, ...undescribed }
        : { organizationId: of, ...onlyFor(owners.only) }
    return (await this.database.of(ctx).authenticationToken.findMany({ where, select: columns })).map(toToken)
  }

  async find(ctx: OperationContext, id: string): Promise<AuthenticationToken | undefined> {
    const row = await this.database.of(ctx).authenticationToken.findUnique({ where: { id }, select: columns })
    return row ? toToken(row) : undefined
  }

  /** Finds tokens, the oldest first. */
  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<AuthenticationToken[]> {
    const rows: Row[] = []
    for (let from = 0; from < ids.length; from += mostItems) {
      const where = { id: { in: ids.slice(from, from + mostItems) } }
      rows.push(...(await this.database.of(ctx).authenticationToken.findMany({ where, select: columns })))
    }
    return rows.map(toToken).sort(oldestFirst)
  }

  /** Locks the team or the organization until the transaction ends, so that replacements wait for each other. */
  async lockOwner(ctx: OperationContext, owner: TokenOwner): Promise<boolean> {
    const database = this.database.of(ctx)
    const locked =
      owner.type === 'team'
        ? database.$executeRaw`SELECT id FROM teams WHERE id = ${owner.id} FOR NO KEY UPDATE`
        : database.$executeRaw`SELECT id FROM organizations WHERE id = ${owner.id} FOR NO KEY UPDATE`
    return (await locked) === 1
  }

  /** Finds the one token of this kind of an organization, or the one of a team that has no description. */
  async findPlain(ctx: OperationContext, owner: TokenOwner): Promise<AuthenticationToken | undefined> {
    const where = {
      ...ownerColumns(owner),
      ...(owner.type === 'team' && undescribed),
      ...(owner.type === 'organization' && onlyFor(owner.only)),
    }
    const row = await this.database.of(ctx).authenticationToken.findFirst({ where, select: columns })
    return row ? toToken(row) : undefined
  }

  async findBearer(ctx: OperationContext, tokenHash: string): Promise<TokenBearer | undefined> {
    const organization = { select: { id: true, name: true, isDisabled: true } } as const
    const row = await this.database.of(ctx).authenticationToken.findUnique({
      where: { tokenHash },
      select: {
        ...columns,
        user: { select: { ...userColumns, identities: lastSignOn } },
        organization,
        team: { select: { id: true, name: true, organizationId: true, organization } },
      },
    })
    if (!row) return undefined
    const { organization: own } = row
    const { identities: [identity] = [], ...user } = row.user ?? {}
    const { organization: parent, ...team } = row.team ?? { organization: null }
    const isDisabled = (own ?? parent)?.isDisabled ?? false
    return {
      token: toToken(row),
      user: 'id' in user ? toUser(user) : null,
      lastSignOnAt: identity?.lastSignedInAt ?? null,
      team: 'id' in team ? team : null,
      organization: own,
      isDisabled,
    }
  }

  /** Stores a token; a second one of a team with the same description, or of an organization, is a fault. */
  async create(ctx: OperationContext, token: NewAuthenticationToken): Promise<AuthenticationToken> {
    const { owner, ci, ...rest } = token
    const data = {
      ...rest,
      ...(ci && { ciIdentityId: ci.identityId, provenance: { ...ci.provenance } }),
      ...ownerColumns(owner),
      scopes: [...token.scopes],
      createdAt: ctx.clock.now(),
    }
    try {
      return toToken(await this.database.of(ctx).authenticationToken.create({ data, select: columns }))
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (isTaken(constraint)) throw invalid(faults.taken('description'))
      // The owner was deleted in the very same moment.
      throw constraint?.endsWith('_fkey') ? notFound() : error
    }
  }

  async markUsed(ctx: OperationContext, id: string): Promise<void> {
    const data = { lastUsedAt: ctx.clock.now(), lastUsedAddress: ctx.address ?? null }
    await this.database.of(ctx).authenticationToken.updateMany({ where: { id }, data })
  }

  /**
   * Locks the tokens among the roots and what any of them made, until it finds no further ones: a locked one
   * makes none. Some of the roots may be sessions. The order is that of the ids.
   */
  async lockTree(
    ctx: OperationContext,
    roots: readonly string[],
    scope: RevocationScope,
  ): Promise<readonly string[]> {
    const goes = scope === 'persons' ? sql`t.user_id IS NOT NULL` : sql`true`
    return this.lockUntilStable(
      ctx,
      sql`
        WITH RECURSIVE made (id) AS (
          SELECT unnest(${[...roots]}::text[])
          UNION
          SELECT t.id FROM made JOIN authentication_tokens t ON t.made_by = made.id WHERE ${goes}
        ) SELECT id FROM made`,
    )
  }

  /** Locks all tokens of a person in the same way and, where asked for, those that the person made for others. */
  async lockOfPerson(
    ctx: OperationContext,
    userId: string,
    scope: RevocationScope,
  ): Promise<readonly string[]> {
    const madeForOthers = scope === 'persons' ? sql`` : sql`OR created_by_id = ${userId}`
    return this.lockUntilStable(
      ctx,
      sql`SELECT id FROM authentication_tokens WHERE user_id = ${userId} ${madeForOthers}`,
    )
  }

  private async lockUntilStable(ctx: OperationContext, ids: RawBuilder<unknown>): Promise<readonly string[]> {
    const tokens = db
      .selectFrom('authentication_tokens')
      .select('id')
      .where(sql<boolean>`id IN (${ids})`)
      .orderBy('id')
      .forUpdate()
    for (let before = -1; ;) {
      const rows = await rowsOf(this.database.of(ctx), tokens)
      if (rows.length === before) return rows.map(({ id }) => id)
      before = rows.length
    }
  }

  async delete(ctx: OperationContext, ids: readonly string[]): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      DELETE FROM authentication_tokens WHERE id = ANY(${[...ids]}::text[])`
  }

  /**
   * Finds what would end with each of these tokens and what would stay, the oldest first; up to a number of
   * each.
   */
  async consequences(
    ctx: OperationContext,
    tokenIds: readonly string[],
    names: number,
  ): Promise<ReadonlyMap<string, TokenConsequences>> {
    const rows = await rowsOf(this.database.of(ctx), consequencesOf(tokenIds, names))
    return new Map(tokenIds.map((id) => [id, consequencesIn(rows.filter(({ root }) => root === id))]))
  }

  /** Counts what of each person's access works. */
  async countAccess(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, AccessCounts>> {
    const now = ctx.clock.now()
    const tokens = sql<number>`(
      SELECT count(*)::int FROM authentication_tokens WHERE user_id = u.id AND expires_at > ${now})`
    const serviceTokens = sql<number>`(
      SELECT count(*)::int FROM authentication_tokens
      WHERE created_by_id = u.id AND user_id IS NULL AND expires_at > ${now})`
    const sessions = sql<number>`(
      SELECT count(*)::int FROM sessions WHERE user_id = u.id AND expires_at > ${now})`
    const links = sql<number>`(
      SELECT count(*)::int FROM invitations WHERE expires_at > ${now} AND used_at IS NULL AND (user_id = u.id
        OR membership_id IN (SELECT m.id FROM organization_memberships m JOIN users v ON v.email_key = m.email_key
          WHERE v.id = u.id AND v.email_proof IS NOT NULL))
    ) + (
      SELECT count(*)::int FROM login_codes WHERE user_id = u.id AND used_at IS NULL AND expires_at > ${now})`
    const counted = db
      .selectFrom(idsAs(userIds, 'u'))
      .select(['u.id', tokens.as('tokens'), serviceTokens.as('serviceTokens')])
      .select([sessions.as('sessions'), links.as('links')])
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(rows.map(({ id, ...counts }) => [id, counts]))
  }
}

/** Selects the tokens below each of these, ranked by age among those that end with it and those that stay. */
function consequencesOf(tokenIds: readonly string[], names: number) {
  const made = sql<{ id: string }>`(
    WITH RECURSIVE made (id) AS (
      SELECT r.id
      UNION
      SELECT c.id FROM made JOIN authentication_tokens c ON c.made_by = made.id WHERE c.user_id IS NOT NULL
    ) SELECT id FROM made LIMIT ${mostPreviewed}
  )`
  const ownerType = sql<NamedToken['ownerType']>`
    CASE WHEN t.user_id IS NOT NULL THEN 'user' WHEN t.team_id IS NOT NULL THEN 'team' ELSE 'organization' END`
  const below = db
    .selectFrom(idsAs(tokenIds, 'r'))
    .crossJoinLateral(made.as('made'))
    .innerJoin('authentication_tokens as t', 't.made_by', 'made.id')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('teams as team', 'team.id', 't.team_id')
    .leftJoin('organizations as o', 'o.id', 't.organization_id')
    .select(['r.id as root', 't.id', 't.description as name', 't.created_at'])
    .select(sql<boolean>`t.user_id IS NOT NULL`.as('ends'))
    .select([ownerType.as('ownerType'), sql<string>`coalesce(u.username, team.name, o.name)`.as('ownerName')])
  const ranked = db
    .selectFrom(below.as('below'))
    .selectAll()
    .select(sql<number>`row_number() OVER (PARTITION BY root, ends ORDER BY created_at, id)`.as('rank'))
    .select(sql<number>`count(*) OVER (PARTITION BY root, ends)::int`.as('count'))
  return db
    .selectFrom(ranked.as('ranked'))
    .select(['root', 'id', 'name', 'ends', 'ownerType', 'ownerName', 'count'])
    .where('rank', '<=', names)
    .orderBy('root')
    .orderBy('rank')
}

type ConsequenceRow = InferResult<ReturnType<typeof consequencesOf>>[number]

function consequencesIn(rows: readonly ConsequenceRow[]): TokenConsequences {
  const [ends, stays] = [rows.filter((row) => row.ends), rows.filter((row) => !row.ends)]
  return {
    endsCount: ends[0]?.count ?? 0,
    ends: ends.map(namedToken),
    staysCount: stays[0]?.count ?? 0,
    stays: stays.map(namedToken),
  }
}

const namedToken = ({ id, name, ownerType, ownerName }: ConsequenceRow): NamedToken => ({
  id,
  name,
  ownerType,
  ownerName,
})

/** Sorts missing values before all others. */
function whenGiven(along: Direction): Prisma.SortOrderInput {
  return { sort: along, nulls: along === 'asc' ? 'first' : 'last' }
}

const isTaken = (constraint: string | undefined): boolean =>
  constraint === 'authentication_tokens_team_id_description_key' ||
  constraint === 'authentication_tokens_team_id_plain_key' ||
  constraint === 'authentication_tokens_organization_id_key' ||
  constraint === 'authentication_tokens_audit_trails_key'

/** Selects the tokens of teams that have no description: an empty one is none. */
const undescribed = { OR: [{ description: null }, { description: '' }] }

/** Selects the tokens that are only for the audit trail, or those that are not. */
function onlyFor(only: 'audit-trails' | undefined): Prisma.AuthenticationTokenWhereInput {
  const scopes = { has: auditTrailScope }
  return only ? { scopes } : { NOT: { scopes } }
}

function ownerColumns({ type, id }: TokenOwner): {
  userId?: string
  teamId?: string
  organizationId?: string
} {
  return type === 'user' ? { userId: id } : type === 'team' ? { teamId: id } : { organizationId: id }
}

function toToken(row: Row): AuthenticationToken {
  const { id, description, scopes, createdAt, lastUsedAt, lastUsedAddress, expiresAt, createdBy } = row
  const facts = { id, description, scopes, createdAt, lastUsedAt, lastUsedAddress, expiresAt, createdBy }
  return { ...facts, owner: toOwner(row), provenance: row.provenance as Provenance | null }
}

function toOwner({ userId, teamId, team, organizationId }: Row): TokenOwner {
  if (userId !== null) return { type: 'user', id: userId }
  if (teamId !== null && team) return { type: 'team', id: teamId, organizationId: team.organizationId }
  // A check of the database ensures that exactly one of the three is there.
  return { type: 'organization', id: organizationId ?? '' }
}
