import type { Credential, UserActor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { toActor } from './authentication.service.js'
import type { AuthenticationTokensStore } from './authentication-tokens.store.js'
import type { SessionsStore } from './sessions.store.js'
import type { UsersStore } from './users.store.js'

/** For links that speak for a caller: they carry the id of its credential, never a value. */
export class CallersService {
  constructor(
    private readonly tokens: AuthenticationTokensStore,
    private readonly sessions: SessionsStore,
    private readonly users: UsersStore,
  ) {}

  /** Whoever the credential speaks for, with all that it may do by now; `unauthenticated` once it is no good. */
  async recall(ctx: OperationContext, credentialId: string): Promise<UserActor> {
    const found = await this.find(ctx, credentialId)
    const user = found && (await this.users.find(ctx, found.userId))
    if (!user) throw unauthenticated({ why: 'unknown credential' })
    return toActor(ctx, user, found.credential)
  }

  private async find(
    ctx: OperationContext,
    id: string,
  ): Promise<{ userId: string; credential: Credential } | undefined> {
    if (isId('at', id)) {
      const token = await this.tokens.find(ctx, id)
      if (!token) return undefined
      const { userId, scopes, expiresAt } = token
      return { userId, credential: { kind: 'token', id, scopes, expiresAt } }
    }
    const session = isId('sess', id) ? await this.sessions.find(ctx, id) : undefined
    if (!session) return undefined
    const { userId, expiresAt } = session
    return { userId, credential: { kind: 'session', id, scopes: [], expiresAt } }
  }
}
