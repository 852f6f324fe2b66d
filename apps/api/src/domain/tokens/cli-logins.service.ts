import { createHash } from 'node:crypto'
import { later } from '../../kernel/clock.js'
import { asSystem, type OperationContext } from '../../kernel/context.js'
import { notFound, unauthenticated } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { defaultExpiry, longestExpiry, tokenSubject } from './authentication-token.js'
import { userActor } from './bearer.js'
import {
  codeLifetime,
  loginAuthorization,
  redirectWith,
  type LoginCode,
  type LoginExchange,
} from './cli-login.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import type { TokenParts } from './token-parts.js'
import type { RevocationsService } from './revocations.service.js'
import type { User } from '../people/user.js'

/** Gives the engine's CLI a token by the browser (`login.v1`, contract §8). */
export class CliLoginsService {
  constructor(private readonly parts: TokenParts & { readonly revocations: RevocationsService }) {}

  /**
   * Creates a code for a signed-in user. The answer is where the browser goes: the CLI's own address, with a code that
   * works once and for a minute. Only a session may, since the CLI's token will do all that its owner may.
   */
  async authorize(ctx: OperationContext, raw: Raw<typeof loginAuthorization>): Promise<string> {
    const { actor } = ctx
    if (actor.type === 'anonymous') throw unauthenticated()
    if (actor.type !== 'user' || actor.credential.kind !== 'session') throw notFound()
    requirePermission(ctx, 'authentication-tokens:write')
    const { clientId, redirectUri, codeChallenge, state } = parseCreation(loginAuthorization, raw)
    requireFreshSignIn(ctx)
    const { sessions, transactions, audit, tokenValues, quotas } = this.parts
    const { value, hash } = tokenValues.create('login')
    await transactions.run(ctx, async (tx) => {
      await quotas.requireRoom(tx, 'tokens', { type: 'user', id: actor.id })
      const expiresAt = later(tx.clock.now(), codeLifetime)
      const { id: userId, name } = actor
      const bound = { clientId, redirectUri, codeChallenge, expiresAt }
      await sessions.createCode(tx, { codeHash: hash, userId, madeBy: actor.credential.id, ...bound })
      await audit.record(tx, {
        action: 'user.authorize-login',
        subject: { type: 'user', id: userId, name },
        after: { clientId, redirectUri },
      })
    })
    return redirectWith(redirectUri, value, state)
  }

  /**
   * Returns the value of a new token; undefined when the code is no good, for whatever reason. A try uses the code up,
   * and a code that comes a second time was stolen by one of the two: what it gave is taken away.
   */
  async exchange(ctx: OperationContext, given: LoginExchange): Promise<string | undefined> {
    const { sessions, users, transactions, tokenValues } = this.parts
    const parsed = tokenValues.parse(given.code)
    if (parsed?.kind !== 'login') return undefined
    const codeHash = parsed.hash
    return transactions.run(ctx, async (tx) => {
      const code = await sessions.findCodeLocked(tx, codeHash)
      if (code?.usedAt) await this.revoke(tx, code)
      if (!code || code.usedAt) return undefined
      const user = await users.find(tx, code.userId)
      const isGood =
        code.expiresAt > tx.clock.now() &&
        isProven(code, given) &&
        (await this.parts.quotas.hasRoom(tx, 'tokens', { type: 'user', id: code.userId }))
      const made = isGood && user && !user.suspendedAt ? await this.createToken(tx, user, code) : undefined
      await sessions.markCodeUsed(tx, codeHash, made?.id)
      return made?.value
    })
  }

  private async createToken(
    tx: OperationContext,
    user: User,
    { madeBy }: LoginCode,
  ): Promise<{ id: string; value: string }> {
    const { tokens, audit, tokenValues, mail, lifetimes } = this.parts
    const { value, hash } = tokenValues.create('user')
    const now = tx.clock.now()
    const token = await tokens.create(tx, {
      id: newId('at'),
      tokenHash: hash,
      owner: { type: 'user', id: user.id },
      createdById: user.id,
      madeBy,
      description: `engine CLI login, ${now.toISOString().slice(0, 10)}`,
      scopes: [],
      expiresAt: defaultExpiry(tx, longestExpiry(tx, lifetimes), lifetimes.cliLogin),
    })
    const { id, scopes, expiresAt } = token
    const credential = { kind: 'token', id, scopes, expiresAt } as const
    const actor = userActor(tx, user, credential)
    await audit.record(
      { ...tx, actor },
      { action: 'authentication-token.create', subject: tokenSubject(token), after: token },
    )
    await mail.announceToken(tx, user, token)
    return { id, value }
  }

  private async revoke(tx: OperationContext, { tokenId }: LoginCode): Promise<void> {
    const { tokens, revocations } = this.parts
    const token = tokenId === null ? undefined : await tokens.find(tx, tokenId)
    if (!token) return
    const bySystem = { ...asSystem(tx, 'cli-login'), reason: 'Its login code came a second time' }
    await revocations.endStolen(bySystem, token, 'authentication-token.delete')
  }
}

/** True where the code comes from the client that asked for it, which alone knows the verifier. */
function isProven(code: LoginCode, { codeVerifier, clientId, redirectUri }: LoginExchange): boolean {
  if (clientId !== code.clientId || redirectUri !== code.redirectUri) return false
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(codeVerifier)) return false
  return createHash('sha256').update(codeVerifier).digest('base64url') === code.codeChallenge
}
