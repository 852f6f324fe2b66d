import { organizationOf, type BearerActor, type Credential, type UserActor } from '../../kernel/actor.js'
import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated, type DomainError } from '../../kernel/errors.js'
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
    if (!parsed || !bearing.includes(parsed.kind)) throw unknown(ctx, 'no such kind of token')
    return parsed.kind === 'session' ? this.bySession(ctx, parsed.hash) : this.byToken(ctx, parsed.hash)
  }

  private async byToken(ctx: OperationContext, hash: string): Promise<BearerActor> {
    const found = await this.tokens.findByHash(ctx, hash)
    if (!found) throw unknown(ctx, 'unknown token')
    const actor = bearerOf(ctx, found)
    const usedBefore = found.token.lastUsedAt?.getTime() ?? 0
    if (ctx.clock.now().getTime() - usedBefore >= minutes(1)) await this.tokens.markUsed(ctx, found.token.id)
    return actor
  }

  private async bySession(ctx: OperationContext, hash: string): Promise<UserActor> {
    const found = await this.sessions.findByHash(ctx, hash)
    if (!found) throw unknown(ctx, 'unknown session')
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
  const service = team
    ? teamActor(team, credential)
    : organization && organizationActor(organization, credential)
  if (!service) throw unauthenticated({ why: 'no owner', credential: id })
  requireUnexpired(ctx, service)
  if (isDisabled) throw refused(ctx, service, 'disabled organization')
  return service
}

/** The actor of a credential that is still good, of a user who is not suspended. */
export function userActor(ctx: OperationContext, user: User, credential: Credential): UserActor {
  const { id, username, isSiteAdmin } = user
  const actor: UserActor = { type: 'user', id, name: username, isSiteAdmin, credential }
  requireUnexpired(ctx, actor)
  if (user.suspendedAt) throw refused(ctx, actor, 'suspended')
  return actor
}

type Owner<Of extends 'team' | 'organization'> = NonNullable<TokenBearer[Of]>

const teamActor = (team: Owner<'team'>, credential: Credential): BearerActor => ({
  type: 'team',
  ...team,
  credential,
})

const organizationActor = ({ id, name }: Owner<'organization'>, credential: Credential): BearerActor => ({
  type: 'organization',
  id,
  name,
  credential,
})

function requireUnexpired(ctx: OperationContext, actor: BearerActor): void {
  if (actor.credential.expiresAt <= ctx.clock.now()) throw refused(ctx, actor, 'expired')
}

/** For a credential that is known and no good. */
function refused(ctx: OperationContext, actor: BearerActor, why: string): DomainError {
  const { kind, id } = actor.credential
  const type = kind === 'session' ? 'session' : 'authentication-token'
  const subject = { type, id, name: actor.name } as const
  ctx.refused?.(ctx, { action: 'token.refuse', why, actor, subject, organizationId: organizationOf(actor) })
  return unauthenticated({ why, credential: id })
}

/** For a value that leads to nothing: it was never given out, or what it was of is revoked. */
function unknown(ctx: OperationContext, why: string): DomainError {
  ctx.refused?.(ctx, { action: 'token.refuse', why })
  return unauthenticated({ why })
}
