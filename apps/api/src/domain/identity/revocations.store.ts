import { Prisma } from '../../generated/prisma/client.js'
import type { Credential } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { AccessCounts, NamedToken, TokenConsequences } from './revocation.js'

/** Which of the tokens that a credential made go with it. */
export type RevocationScope = 'persons' | 'every kind'

/** Tokens of one credential that are looked at before any of them ends; a user who has more sees these. */
const mostPreviewed = 1000

/** What made what: the trees below tokens, sessions and persons, and their ends. */
export class RevocationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Locks the credential until the transaction ends, so that it is not ended while it makes something; false when it is
   * gone already.
   */
  async lockMaker(ctx: OperationContext, { kind, id }: Pick<Credential, 'kind' | 'id'>): Promise<boolean> {
    const table = Prisma.raw(kind === 'session' ? 'sessions' : 'authentication_tokens')
    const rows = await this.database.of(ctx).$queryRaw<unknown[]>`
      SELECT id FROM ${table} WHERE id = ${id} FOR KEY SHARE`
    return rows.length === 1
  }

  /**
   * Locks the tokens among the roots and what any of them made, until no more come: a locked one makes none. Of the roots
   * some may be sessions. The order is that of the ids.
   */
  async lockTree(
    ctx: OperationContext,
    roots: readonly string[],
    scope: RevocationScope,
  ): Promise<readonly string[]> {
    const goes = scope === 'persons' ? Prisma.sql`t.user_id IS NOT NULL` : Prisma.sql`true`
    return this.lockUntilStable(
      ctx,
      Prisma.sql`
        WITH RECURSIVE made (id) AS (
          SELECT unnest(${[...roots]}::text[])
          UNION
          SELECT t.id FROM made JOIN authentication_tokens t ON t.made_by = made.id WHERE ${goes}
        ) SELECT id FROM made`,
    )
  }

  /** The same of all tokens of a person and, where asked for, of those that the person made for others. */
  async lockOfPerson(
    ctx: OperationContext,
    userId: string,
    scope: RevocationScope,
  ): Promise<readonly string[]> {
    const madeForOthers = scope === 'persons' ? Prisma.empty : Prisma.sql`OR created_by_id = ${userId}`
    return this.lockUntilStable(
      ctx,
      Prisma.sql`SELECT id FROM authentication_tokens WHERE user_id = ${userId} ${madeForOthers}`,
    )
  }

  private async lockUntilStable(ctx: OperationContext, ids: Prisma.Sql): Promise<readonly string[]> {
    for (let before = -1; ;) {
      const rows = await this.database.of(ctx).$queryRaw<{ id: string }[]>`
        SELECT id FROM authentication_tokens WHERE id IN (${ids}) ORDER BY id FOR UPDATE`
      if (rows.length === before) return rows.map(({ id }) => id)
      before = rows.length
    }
  }

  async delete(ctx: OperationContext, ids: readonly string[]): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      DELETE FROM authentication_tokens WHERE id = ANY(${[...ids]}::text[])`
  }

  /** What the end of each of these tokens would take along and leave, the oldest first; at most so many names each. */
  async consequences(
    ctx: OperationContext,
    tokenIds: readonly string[],
    names: number,
  ): Promise<ReadonlyMap<string, TokenConsequences>> {
    const rows = await this.database.of(ctx).$queryRaw<ConsequenceRow[]>`
      WITH below AS (
        SELECT r.root, t.id, t.description AS name, t.created_at, t.user_id IS NOT NULL AS ends,
          CASE WHEN t.user_id IS NOT NULL THEN 'user' WHEN t.team_id IS NOT NULL THEN 'team' ELSE 'organization' END
            AS "ownerType",
          coalesce(u.username, team.name, o.name) AS "ownerName"
        FROM unnest(${[...tokenIds]}::text[]) AS r (root)
        CROSS JOIN LATERAL (
          WITH RECURSIVE made (id) AS (
            SELECT r.root
            UNION
            SELECT c.id FROM made JOIN authentication_tokens c ON c.made_by = made.id WHERE c.user_id IS NOT NULL
          ) SELECT id FROM made LIMIT ${mostPreviewed}
        ) AS made
        JOIN authentication_tokens t ON t.made_by = made.id
        LEFT JOIN users u ON u.id = t.user_id
        LEFT JOIN teams team ON team.id = t.team_id
        LEFT JOIN organizations o ON o.id = t.organization_id
      ), ranked AS (
        SELECT *, row_number() OVER w AS rank, count(*) OVER (PARTITION BY root, ends)::int AS count
        FROM below WINDOW w AS (PARTITION BY root, ends ORDER BY created_at, id)
      )
      SELECT root, id, name, ends, "ownerType", "ownerName", count FROM ranked WHERE rank <= ${names}
      ORDER BY root, rank`
    return new Map(tokenIds.map((id) => [id, consequencesIn(rows.filter(({ root }) => root === id))]))
  }

  /** What of each person's access works. */
  async countAccess(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, AccessCounts>> {
    const now = ctx.clock.now()
    const rows = await this.database.of(ctx).$queryRaw<({ id: string } & AccessCounts)[]>`
      SELECT u.id,
        (SELECT count(*)::int FROM authentication_tokens WHERE user_id = u.id AND expires_at > ${now}) AS tokens,
        (SELECT count(*)::int FROM authentication_tokens
          WHERE created_by_id = u.id AND user_id IS NULL AND expires_at > ${now}) AS "serviceTokens",
        (SELECT count(*)::int FROM sessions WHERE user_id = u.id AND expires_at > ${now}) AS sessions,
        (SELECT count(*)::int FROM invitations WHERE expires_at > ${now} AND used_at IS NULL AND (user_id = u.id
            OR membership_id IN (SELECT id FROM organization_memberships WHERE user_id = u.id)))
          + (SELECT count(*)::int FROM login_codes
            WHERE user_id = u.id AND used_at IS NULL AND expires_at > ${now}) AS links
      FROM unnest(${[...userIds]}::text[]) AS u (id)`
    return new Map(rows.map(({ id, ...counts }) => [id, counts]))
  }

  /** Links to a new password of the person, and into organizations that wait for that very person. How many there were. */
  async deleteLinks(ctx: OperationContext, userId: string): Promise<number> {
    const OR = [{ userId }, { membership: { userId } }]
    return (await this.database.of(ctx).invitation.deleteMany({ where: { usedAt: null, OR } })).count
  }

  /** Codes of the CLI's login that wait for their exchange, of a person or of a session. How many there were. */
  async deleteCodes(
    ctx: OperationContext,
    of: { readonly userId: string } | { readonly madeBy: string },
  ): Promise<number> {
    return (await this.database.of(ctx).loginCode.deleteMany({ where: { ...of, usedAt: null } })).count
  }
}

interface ConsequenceRow extends NamedToken {
  readonly root: string
  readonly ends: boolean
  readonly count: number
}

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
