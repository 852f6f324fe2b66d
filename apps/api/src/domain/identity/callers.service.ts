import type { BearerActor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { TokenLifetimes } from './authentication-token.js'
import { bearerOf, userActor } from './authentication.service.js'
import type { AuthenticationTokensStore } from './authentication-tokens.store.js'
import type { SessionsStore } from './sessions.store.js'
import type { UsersStore } from './users.store.js'

/** The callers of signed links, which carry the id of a credential, never its value. */
export class CallersService {
  constructor(
    private readonly tokens: AuthenticationTokensStore,
    private readonly sessions: SessionsStore,
    private readonly users: UsersStore,
    private readonly lifetimes: Pick<TokenLifetimes, 'singleSignOnIdle'>,
  ) {}

  /** The caller of the credential, with its present rights; `unauthenticated` once it is no good. */
  async recall(ctx: OperationContext, credentialId: string): Promise<BearerActor> {
    if (isId('at', credentialId)) {
      const bearer = await this.tokens.findBearer(ctx, { id: credentialId })
      if (bearer) return bearerOf(ctx, bearer, this.lifetimes)
    }
    const session = isId('sess', credentialId) ? await this.sessions.find(ctx, credentialId) : undefined
    const user = session && (await this.users.find(ctx, session.userId))
    if (!user) throw unauthenticated({ why: 'unknown credential' })
    const { id, expiresAt, authenticatedAt } = session
    return userActor(ctx, user, { kind: 'session', id, scopes: [], expiresAt, authenticatedAt })
  }
}
