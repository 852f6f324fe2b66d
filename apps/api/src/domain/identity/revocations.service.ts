import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { allows, requirePermission } from '../../kernel/permissions.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { AuditEntry } from '../audit/audit.js'
import type { AuthenticationToken } from './authentication-token.js'
import type { AuthenticationTokensStore } from './authentication-tokens.store.js'
import { shownCredential, type AccessCounts, type TokenConsequences } from './revocation.js'
import type { RevocationsStore } from './revocations.store.js'
import type { SessionsStore } from './sessions.store.js'
import type { User } from './user.js'
import type { UsersStore } from './users.store.js'

/** Names of tokens in one row of the audit log, and in one answer. */
const mostNamed = 100

/** What the audit log is told of a token that ends by itself, not with another one. */
type Cause = Pick<AuditEntry, 'organizationId' | 'administratorOverride'>

/** Takes back what a lost credential has made, and all access of a person (contract §10). */
export class RevocationsService {
  constructor(
    private readonly parts: {
      readonly store: RevocationsStore
      readonly tokens: AuthenticationTokensStore
      readonly sessions: SessionsStore
      readonly users: UsersStore
      readonly transactions: Transactions
      readonly audit: AuditService
      readonly values: TokenValues
    },
  ) {}

  /** What would end with each of these tokens, and what would stay. For those who may see the tokens. */
  async consequences(
    ctx: OperationContext,
    tokenIds: readonly string[],
    names: number,
  ): Promise<ReadonlyMap<string, TokenConsequences>> {
    return this.parts.store.consequences(ctx, tokenIds, names)
  }

  /** What of each person's access works; nothing for who is no site administrator. */
  async countAccess(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, AccessCounts>> {
    return allows(ctx.actor, 'users:read') ? this.parts.store.countAccess(ctx, userIds) : new Map()
  }

  /** Ends a token with the tokens of persons that it made; those of teams and organizations stay and are named. */
  async end(tx: OperationContext, root: AuthenticationToken, cause: Cause): Promise<TokenConsequences> {
    const { store, audit } = this.parts
    const ids = await store.lockTree(tx, [root.id], 'persons')
    if (!ids.includes(root.id)) throw notFound()
    const consequences = await this.consequencesOf(tx, root.id)
    const made = await this.remove(
      tx,
      ids.filter((id) => id !== root.id),
    )
    await store.delete(tx, [root.id])
    const { stays } = consequences
    const isAlone = made.length === 0 && stays.length === 0
    const after = { alsoEnded: firstIds(made), stayed: stays.map(({ id }) => id) }
    await audit.record(tx, {
      action: 'authentication-token.delete',
      ...cause,
      subject: subjectOf(root),
      before: root,
      ...(!isAlone && { after }),
    })
    await this.recordEnds(tx, made, root.id)
    return consequences
  }

  /**
   * For whoever found a token or a session: it ends, and so do the tokens of every kind that it made. What is no
   * credential of ours, or none any more, is answered alike.
   */
  async endShown(ctx: OperationContext, raw: Raw<typeof shownCredential>): Promise<void> {
    const { token: value } = parseCreation(shownCredential, raw)
    const parsed = this.parts.values.parse(value)
    const isEnded =
      parsed !== undefined &&
      (await this.parts.transactions.run(ctx, (tx) =>
        parsed.kind === 'session'
          ? this.endShownSession(tx, parsed.hash)
          : this.endShownToken(tx, parsed.hash),
      ))
    if (!isEnded) ctx.refused?.(ctx, { action: 'token.refuse', why: 'unknown token to revoke' })
  }

  private async endShownToken(tx: OperationContext, hash: string): Promise<boolean> {
    const { tokens, audit } = this.parts
    const found = await tokens.findByHash(tx, hash)
    return (
      found !== undefined &&
      (await this.endTree(tx, found.token, (made) =>
        audit.record(tx, {
          action: 'authentication-token.revoke',
          organizationId: organizationOf(found.token),
          subject: subjectOf(found.token),
          before: found.token,
          ...(made.length > 0 && { after: { alsoEnded: firstIds(made) } }),
        }),
      ))
    )
  }

  /** Ends a token with the tokens of every kind that it made; false when it is gone already. */
  async endTree(
    tx: OperationContext,
    root: AuthenticationToken,
    record: (made: readonly AuthenticationToken[]) => Promise<void>,
  ): Promise<boolean> {
    const { store } = this.parts
    const ids = await store.lockTree(tx, [root.id], 'every kind')
    if (!ids.includes(root.id)) return false
    const made = await this.remove(
      tx,
      ids.filter((id) => id !== root.id),
    )
    await store.delete(tx, [root.id])
    await record(made)
    await this.recordEnds(tx, made, root.id)
    return true
  }

  private async endShownSession(tx: OperationContext, hash: string): Promise<boolean> {
    const { store, sessions, audit } = this.parts
    const found = await sessions.findByHash(tx, hash)
    if (!found || !(await sessions.delete(tx, found.session.id))) return false
    const { session, user } = found
    await store.deleteCodes(tx, { madeBy: session.id })
    const made = await this.remove(tx, await store.lockTree(tx, [session.id], 'every kind'))
    await audit.record(tx, {
      action: 'session.revoke',
      subject: { type: 'session', id: session.id, name: user.username },
      before: session,
      ...(made.length > 0 && { after: { alsoEnded: firstIds(made) } }),
    })
    await this.recordEnds(tx, made, session.id)
    return true
  }

  /**
   * After a new password: other sessions and codes of the CLI's login end, and so do the person's tokens unless they are
   * to stay. The user is locked.
   */
  async endAfterPassword(
    tx: OperationContext,
    user: User,
    { keepsTokens, butSession }: { keepsTokens: boolean; butSession?: string | undefined },
  ): Promise<void> {
    const { store, audit } = this.parts
    const sessions = await this.parts.sessions.deleteOf(tx, user.id, butSession)
    await store.deleteCodes(tx, { userId: user.id })
    const ids = keepsTokens ? [] : await store.lockOfPerson(tx, user.id, 'persons')
    const tokens = await this.remove(tx, ids)
    await audit.record(tx, {
      action: 'user.update-password',
      subject: userSubject(user),
      after: { endedSessions: sessions, endedTokens: firstIds(tokens), endedTokensCount: tokens.length },
    })
    await this.recordEnds(tx, tokens, user.id)
  }

  /**
   * Ends all tokens, sessions and open links of a person, and the tokens of every kind that those made; the person may
   * sign in again. An administrator may do so to themselves too.
   */
  async revokeAll(ctx: OperationContext, userId: string): Promise<User> {
    requirePermission(ctx, 'users:write')
    const { store, users, audit } = this.parts
    return this.parts.transactions.run(ctx, async (tx) => {
      const user = isId('user', userId) ? await users.findLocked(tx, userId) : undefined
      if (!user) throw notFound()
      const sessions = await this.parts.sessions.deleteOf(tx, userId)
      const links = (await store.deleteLinks(tx, userId)) + (await store.deleteCodes(tx, { userId }))
      const made = await this.remove(tx, await store.lockOfPerson(tx, userId, 'every kind'))
      const tokens = made.filter(({ owner }) => owner.type === 'user').length
      const counts = { tokens, serviceTokens: made.length - tokens, sessions: sessions.length, links }
      const ids = [...sessions, ...made.map(({ id }) => id)].slice(0, mostNamed)
      await audit.record(tx, {
        action: 'user.revoke-tokens',
        subject: userSubject(user),
        before: { ...counts, ids },
      })
      await this.recordEnds(tx, made, userId)
      return user
    })
  }

  private async consequencesOf(tx: OperationContext, id: string): Promise<TokenConsequences> {
    const found = (await this.parts.store.consequences(tx, [id], mostNamed)).get(id)
    if (!found) throw notFound()
    return found
  }

  private async remove(
    tx: OperationContext,
    ids: readonly string[],
  ): Promise<readonly AuthenticationToken[]> {
    if (ids.length === 0) return []
    const { store, tokens } = this.parts
    const found = await tokens.findMany(tx, ids)
    await store.delete(tx, ids)
    return found
  }

  /** A row each, which names what they ended with; those of a team or an organization are told to its owners too. */
  private async recordEnds(
    tx: OperationContext,
    ended: readonly AuthenticationToken[],
    endedWith: string,
  ): Promise<void> {
    await this.parts.audit.recordAll(
      tx,
      ended.map((token) => ({
        action: 'authentication-token.delete',
        organizationId: organizationOf(token),
        subject: subjectOf(token),
        before: { ...token, endedWith },
      })),
    )
  }
}

const firstIds = (tokens: readonly AuthenticationToken[]): readonly string[] =>
  tokens.slice(0, mostNamed).map(({ id }) => id)

function organizationOf({ owner }: AuthenticationToken): string | undefined {
  if (owner.type === 'team') return owner.organizationId
  return owner.type === 'organization' ? owner.id : undefined
}

const subjectOf = ({ id, description }: AuthenticationToken) =>
  ({ type: 'authentication-token', id, name: description ?? '' }) as const

const userSubject = ({ id, username: name }: User) => ({ type: 'user', id, name }) as const
