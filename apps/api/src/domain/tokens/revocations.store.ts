import { sql, type InferResult, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, idsAs, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { AccessCounts, NamedToken, TokenConsequences } from './revocation.js'

/** The tokens that go with the credential that made them. */
export type RevocationScope = 'persons' | 'every kind'

/** The most tokens of one credential that a preview looks at; a user who has more sees these. */
const mostPreviewed = 1000

/** The trees of tokens that tokens, sessions and persons made, and how they end. */
export class RevocationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Locks the tokens among the roots and what any of them made, until no more come: a locked one makes none. Some of
   * the roots may be sessions. The order is that of the ids.
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

  /** Finds what would end with each of these tokens and what would stay, the oldest first; so many names each. */
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
        OR membership_id IN (SELECT id FROM organization_memberships WHERE user_id = u.id))
    ) + (
      SELECT count(*)::int FROM login_codes WHERE user_id = u.id AND used_at IS NULL AND expires_at > ${now})`
    const counted = db
      .selectFrom(idsAs(userIds, 'u'))
      .select(['u.id', tokens.as('tokens'), serviceTokens.as('serviceTokens')])
      .select([sessions.as('sessions'), links.as('links')])
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(rows.map(({ id, ...counts }) => [id, counts]))
  }

  /** Deletes links to a new password of the person, and into organizations for that person; returns how many. */
  async deleteLinks(ctx: OperationContext, userId: string): Promise<number> {
    const OR = [{ userId }, { membership: { userId } }]
    return (await this.database.of(ctx).invitation.deleteMany({ where: { usedAt: null, OR } })).count
  }

  /** Deletes codes of the CLI's login that wait for their exchange, of a person or of a session; returns how many. */
  async deleteCodes(
    ctx: OperationContext,
    of: { readonly userId: string } | { readonly madeBy: string },
  ): Promise<number> {
    return (await this.database.of(ctx).loginCode.deleteMany({ where: { ...of, usedAt: null } })).count
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
    ends: ends.map(named),
    staysCount: stays[0]?.count ?? 0,
    stays: stays.map(named),
  }
}

const named = ({ id, name, ownerType, ownerName }: ConsequenceRow): NamedToken => ({
  id,
  name,
  ownerType,
  ownerName,
})
