import type { BearerActor, Credential, UserActor } from '../../kernel/actor.js'
import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated } from '../../kernel/errors.js'
import type { TokenKind, TokenValues } from '../../kernel/secrets.js'
import type { AuthenticationTokensStore, TokenBearer } from './authentication-tokens.store.js'
import type { SessionsStore } from './sessions.store.js'
import type { User } from './user.js'

/** What is shown with a request; all else proves something once. */
const bearing: readonly TokenKind[] = ['user', 'team', 'organization', 'session']

/** From a bearer's value to who it speaks for. Everything that is not right is the same `unauthenticated`. */
export class AuthenticationService {
  constructor(
    private readonly tokens: AuthenticationTokensStore,
    private readonly sessions: SessionsStore,
    private readonly values: TokenValues,
  ) {}

  async authenticate(ctx: OperationContext, value: string): Promise<BearerActor> {
    const parsed = this.values.parse(value)
    if (!parsed || !bearing.includes(parsed.kind)) throw unauthenticated({ why: 'no such kind of token' })
    return parsed.kind === 'session' ? this.bySession(ctx, parsed.hash) : this.byToken(ctx, parsed.hash)
  }

  private async byToken(ctx: OperationContext, hash: string): Promise<BearerActor> {
    const found = await this.tokens.findByHash(ctx, hash)
    if (!found) throw unauthenticated({ why: 'unknown token' })
    const actor = bearerOf(ctx, found)
    const usedBefore = found.token.lastUsedAt?.getTime() ?? 0
    if (ctx.clock.now().getTime() - usedBefore >= minutes(1)) await this.tokens.markUsed(ctx, found.token.id)
    return actor
  }

  private async bySession(ctx: OperationContext, hash: string): Promise<UserActor> {
    const found = await this.sessions.findByHash(ctx, hash)
    if (!found) throw unauthenticated({ why: 'unknown session' })
    const { session, user } = found
    const { id, expiresAt } = session
    const actor = userActor(ctx, user, { kind: 'session', id, scopes: [], expiresAt })
    if (ctx.clock.now().getTime() - session.lastUsedAt.getTime() >= minutes(1))
      await this.sessions.markUsed(ctx, id)
    return actor
  }
}

/** Who a token speaks for, as long as it and its owner are good (contract §3, §5). */
export function bearerOf(ctx: OperationContext, bearer: TokenBearer): BearerActor {
  const { token, user, team, organization, isDisabled } = bearer
  const { id, scopes, expiresAt } = token
  const credential: Credential = { kind: 'token', id, scopes, expiresAt }
  if (user) return userActor(ctx, user, credential)
  requireUnexpired(ctx, credential)
  if (isDisabled) throw unauthenticated({ why: 'disabled organization', credential: id })
  if (team) return { type: 'team', ...team, credential }
  if (organization) return { type: 'organization', id: organization.id, name: organization.name, credential }
  throw unauthenticated({ why: 'no owner', credential: id })
}

/** The actor of a credential that is still good, of a user who is not suspended. */
export function userActor(ctx: OperationContext, user: User, credential: Credential): UserActor {
  requireUnexpired(ctx, credential)
  if (user.suspendedAt) throw unauthenticated({ why: 'suspended', user: user.id })
  return { type: 'user', id: user.id, name: user.username, isSiteAdmin: user.isSiteAdmin, credential }
}

function requireUnexpired(ctx: OperationContext, { id, expiresAt }: Credential): void {
  if (expiresAt <= ctx.clock.now()) throw unauthenticated({ why: 'expired', credential: id })
}
