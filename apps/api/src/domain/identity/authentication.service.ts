import type { UserActor } from '../../kernel/actor.js'
import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated } from '../../kernel/errors.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { AuthenticationTokensStore } from './authentication-tokens.store.js'
import type { SessionsStore } from './sessions.store.js'
import type { User } from './user.js'

/** From a bearer's value to who it speaks for. Everything that is not right is the same `unauthenticated`. */
export class AuthenticationService {
  constructor(
    private readonly tokens: AuthenticationTokensStore,
    private readonly sessions: SessionsStore,
    private readonly values: TokenValues,
  ) {}

  async authenticate(ctx: OperationContext, value: string): Promise<UserActor> {
    const parsed = this.values.parse(value)
    if (parsed?.kind === 'user') return this.byToken(ctx, parsed.hash)
    if (parsed?.kind === 'session') return this.bySession(ctx, parsed.hash)
    throw unauthenticated({ why: 'no such kind of token' })
  }

  private async byToken(ctx: OperationContext, hash: string): Promise<UserActor> {
    const found = await this.tokens.findByHash(ctx, hash)
    if (!found) throw unauthenticated({ why: 'unknown token' })
    const { token, user } = found
    const actor = toActor(ctx, user, {
      kind: 'token',
      id: token.id,
      scopes: token.scopes,
      expiresAt: token.expiresAt,
    })
    const usedBefore = token.lastUsedAt?.getTime() ?? 0
    if (ctx.clock.now().getTime() - usedBefore >= minutes(1)) await this.tokens.markUsed(ctx, token.id)
    return actor
  }

  private async bySession(ctx: OperationContext, hash: string): Promise<UserActor> {
    const found = await this.sessions.findByHash(ctx, hash)
    if (!found) throw unauthenticated({ why: 'unknown session' })
    const { session, user } = found
    return toActor(ctx, user, { kind: 'session', id: session.id, scopes: [], expiresAt: session.expiresAt })
  }
}

/** The actor of a credential that is still good, of a user who is not suspended. */
export function toActor(ctx: OperationContext, user: User, credential: UserActor['credential']): UserActor {
  if (credential.expiresAt <= ctx.clock.now())
    throw unauthenticated({ why: 'expired', credential: credential.id })
  if (user.suspendedAt) throw unauthenticated({ why: 'suspended', user: user.id })
  return { type: 'user', id: user.id, name: user.username, isSiteAdmin: user.isSiteAdmin, credential }
}
