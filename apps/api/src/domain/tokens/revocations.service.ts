import type { OperationContext } from '../../kernel/context.js'
import { found, notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { allows, requirePermission } from '../../kernel/permissions.js'
import type { AuditEntry } from '../audit/audit.js'
import { tokenSubject, type AuthenticationToken } from './authentication-token.js'
import type { TokenParts } from './token-parts.js'
import { noConsequences, shownCredential, type AccessCounts, type TokenConsequences } from './revocation.js'
import { userSubject, type User } from '../people/user.js'

/** The most token names in one row of the audit log, and in one answer. */
const mostNamed = 100

/** An identity of single sign-on, as the audit log has it. */
interface LinkedIdentity {
  readonly issuer: string
  readonly identity: string
}

/** The audit facts of a token that ends by itself, not with another one. */
type Cause = Pick<AuditEntry, 'organizationId' | 'administratorOverride'>

/** Revokes what a lost credential has made, and all access of a person (contract §10). */
export class RevocationsService {
  constructor(private readonly parts: TokenParts) {}

  /** Finds what would end with each of these tokens, which the caller can see, and what would stay. */
  async consequences(
    ctx: OperationContext,
    tokens: readonly AuthenticationToken[],
    names: number,
  ): Promise<ReadonlyMap<string, TokenConsequences>> {
    const ids = tokens.flatMap(({ id, owner }) => (owner.type === 'user' ? [id] : []))
    return ids.length === 0 ? new Map() : this.parts.tokens.consequences(ctx, ids, names)
  }

  /** Counts what of each person's access works; nothing unless the caller is a site administrator. */
  async countAccess(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, AccessCounts>> {
    return allows(ctx.actor, 'users:read') ? this.parts.tokens.countAccess(ctx, userIds) : new Map()
  }

  /** Ends a token with the tokens of persons that it made; those of teams and organizations stay and are named. */
  async end(tx: OperationContext, root: AuthenticationToken, cause: Cause): Promise<TokenConsequences> {
    const { tokens } = this.parts
    const ids = await tokens.lockTree(tx, [root.id], 'persons')
    const consequences = (await tokens.consequences(tx, [root.id], mostNamed)).get(root.id) ?? noConsequences
    if (!ids.includes(root.id)) throw notFound()
    const stayed = consequences.stays.map(({ id }) => id)
    await this.endAll(tx, ids, (ended) => ({
      ...deletionOf(root, cause),
      ...(ended.length + stayed.length > 0 && { after: { alsoEnded: firstIds(ended), stayed } }),
    }))
    return consequences
  }

  /** Ends these tokens, with those of persons that they made; each has a separate row in the audit log. */
  async endEach(tx: OperationContext, roots: readonly string[], cause: Cause): Promise<void> {
    const { tokens, audit } = this.parts
    const ids = roots.length === 0 ? [] : await tokens.lockTree(tx, roots, 'persons')
    if (ids.length === 0) return
    const ended = await tokens.findMany(tx, ids)
    await tokens.delete(tx, ids)
    await audit.recordAll(
      tx,
      ended.map((token) => deletionOf(token, cause)),
    )
  }

  /** Ends a token that was stolen with the tokens of every kind that it made; false when it has ended already. */
  async endStolen(
    tx: OperationContext,
    root: AuthenticationToken,
    action: 'authentication-token.delete' | 'authentication-token.revoke',
  ): Promise<boolean> {
    const ids = await this.parts.tokens.lockTree(tx, [root.id], 'every kind')
    if (!ids.includes(root.id)) return false
    await this.endAll(tx, ids, (ended) => ({
      action,
      organizationId: organizationOf(root),
      subject: tokenSubject(root),
      before: root,
      ...(ended.length > 0 && { after: { alsoEnded: firstIds(ended) } }),
    }))
    return true
  }

  /** Ends a token or session that a finder sends, and the tokens it made; what is none is answered alike. */
  async endShown(ctx: OperationContext, raw: Raw<typeof shownCredential>): Promise<void> {
    const { token: value } = parseCreation(shownCredential, raw)
    const parsed = this.parts.tokenValues.parse(value)
    const isEnded =
      parsed !== undefined &&
      (await this.parts.transactions.run(ctx, (tx) =>
        parsed.kind === 'session' ? this.endSession(tx, parsed.hash) : this.endToken(tx, parsed.hash),
      ))
    if (!isEnded) ctx.refused?.(ctx, { action: 'token.refuse', why: 'unknown token to revoke' })
  }

  private async endToken(tx: OperationContext, hash: string): Promise<boolean> {
    const found = await this.parts.tokens.findBearer(tx, hash)
    return found !== undefined && this.endStolen(tx, found.token, 'authentication-token.revoke')
  }

  private async endSession(tx: OperationContext, hash: string): Promise<boolean> {
    const { tokens, sessions } = this.parts
    const found = await sessions.findByHash(tx, hash)
    if (!found || !(await sessions.delete(tx, found.session.id))) return false
    const { session, user } = found
    await sessions.deleteCodes(tx, { madeBy: session.id })
    const ids = await tokens.lockTree(tx, [session.id], 'every kind')
    await this.endAll(tx, ids, (ended) => ({
      action: 'session.revoke',
      subject: { type: 'session', id: session.id, name: user.username },
      before: session,
      ...(ended.length > 0 && { after: { alsoEnded: firstIds(ended) } }),
    }))
    return true
  }

  /**
   * Ends access after a new password: other sessions, codes of the CLI's login, and the person's tokens unless they are
   * to stay; the person is notified by mail. The user is locked.
   */
  async endAfterPassword(
    tx: OperationContext,
    user: User,
    { keepsTokens, butSession }: { keepsTokens: boolean; butSession?: string | undefined },
  ): Promise<void> {
    const { tokens, sessions } = this.parts
    const endedSessions = await sessions.deleteOf(tx, user.id, butSession)
    await sessions.deleteCodes(tx, { userId: user.id })
    const ids = keepsTokens ? [] : await tokens.lockOfPerson(tx, user.id, 'persons')
    await this.endAll(tx, ids, (ended) => ({
      action: 'user.update-password',
      subject: userSubject(user),
      after: { endedSessions, endedTokens: firstIds(ended), endedTokensCount: ended.length },
    }))
    const text = `The password of the account ${user.username} was changed.`
    await this.parts.mail.announceChange(tx, user, { subject: 'Your password was changed', text })
  }

  /** Ends a person's sessions, links and tokens after another identity took their account over; they are notified by mail. */
  async endAfterRelink(
    tx: OperationContext,
    { id }: Pick<User, 'id'>,
    { before, after }: { readonly before: LinkedIdentity | undefined; readonly after: LinkedIdentity },
  ): Promise<void> {
    const { tokens, sessions, users, invitations, mail } = this.parts
    const user = found(await users.findHeld(tx, id))
    const endedSessions = (await sessions.deleteOf(tx, id)).length
    const endedLinks =
      (await invitations.deleteOf(tx, user)) + (await sessions.deleteCodes(tx, { userId: id }))
    const ids = await tokens.lockOfPerson(tx, id, 'persons')
    await this.endAll(tx, ids, (ended) => ({
      action: 'user.relink',
      subject: userSubject(user),
      ...(before && { before }),
      after: {
        ...after,
        endedSessions,
        endedLinks,
        endedTokens: firstIds(ended),
        endedTokensCount: ended.length,
      },
    }))
    const text = `The account ${user.username} is signed in to by ${after.issuer} now, ${before ? `no longer by ${before.issuer}` : 'since a site administrator freed it for that'}. All its sessions and tokens of before have ended.`
    await mail.announceChange(tx, user, { subject: 'You sign in by another provider now', text })
  }

  /**
   * Ends all tokens, sessions and open links of a person, and the tokens of every kind that those made; the person may
   * sign in again. Administrators may do so to themselves too.
   */
  async revokeAll(ctx: OperationContext, userId: string): Promise<User> {
    requirePermission(ctx, 'users:write')
    const { tokens, users, invitations } = this.parts
    return this.parts.transactions.run(ctx, async (tx) => {
      const user = found(isId('user', userId) ? await users.findHeld(tx, userId) : undefined)
      const sessions = await this.parts.sessions.deleteOf(tx, userId)
      const links =
        (await invitations.deleteOf(tx, user)) + (await this.parts.sessions.deleteCodes(tx, { userId }))
      const ids = await tokens.lockOfPerson(tx, userId, 'every kind')
      await this.endAll(tx, ids, (ended) => {
        const tokens = ended.filter(({ owner }) => owner.type === 'user').length
        const counts = { tokens, serviceTokens: ended.length - tokens, sessions: sessions.length, links }
        const before = { ...counts, ids: [...sessions, ...ids].slice(0, mostNamed) }
        return { action: 'user.revoke-tokens', subject: userSubject(user), before }
      })
      return user
    })
  }

  /**
   * Ends these tokens for the reason of an entry of the audit log. Each, except that of the entry itself,
   * gets a separate row, which names what it ended with and is visible to the owners of its organization; the
   * entry comes last.
   */
  private async endAll(
    tx: OperationContext,
    ids: readonly string[],
    entryOf: (ended: readonly AuthenticationToken[]) => AuditEntry,
  ): Promise<void> {
    const { tokens, audit } = this.parts
    const found = ids.length === 0 ? [] : await tokens.findMany(tx, ids)
    await tokens.delete(tx, ids)
    const { id: endedWith } = entryOf([]).subject
    const ended = found.filter(({ id }) => id !== endedWith)
    await audit.recordAll(tx, [
      ...ended.map((token) => ({
        ...deletionOf(token, { organizationId: organizationOf(token) }),
        before: { ...token, endedWith },
      })),
      entryOf(ended),
    ])
  }
}

const deletionOf = (token: AuthenticationToken, cause: Cause): AuditEntry => ({
  action: 'authentication-token.delete',
  ...cause,
  subject: tokenSubject(token),
  before: token,
})

const firstIds = (tokens: readonly AuthenticationToken[]): readonly string[] =>
  tokens.slice(0, mostNamed).map(({ id }) => id)

function organizationOf({ owner }: AuthenticationToken): string | undefined {
  if (owner.type === 'team') return owner.organizationId
  return owner.type === 'organization' ? owner.id : undefined
}
