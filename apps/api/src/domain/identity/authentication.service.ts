import { organizationOf, type BearerActor, type Credential, type UserActor } from '../../kernel/actor.js'
import { cacheTags } from '../../kernel/cache-tags.js'
import { later, minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { DomainError, unauthenticated } from '../../kernel/errors.js'
import { lruCache } from '../../kernel/lru-cache.js'
import type { TaggedCache } from '../../kernel/tagged-cache.js'
import type { TokenKind, TokenValues } from '../../kernel/secrets.js'
import type { TokenLifetimes } from './authentication-token.js'
import type { AuthenticationTokensStore, TokenBearer } from './authentication-tokens.store.js'
import { scopesFor } from './sessions.service.js'
import type { SessionsStore } from './sessions.store.js'
import type { User } from './user.js'

/** What is shown with a request; all else proves something once. */
const bearerKinds: readonly TokenKind[] = ['user', 'team', 'organization', 'session']

/** A wrapper of the look-up of a value that may be made up, which may refuse to make it. */
export type Guess = <T>(lookUp: () => Promise<T>) => Promise<T>

/** Values that were good when they were last looked up, as hashes: their next look-up is no guess. */
const mostProven = 50_000

/** A cached caller with a good credential, and when its use was last recorded. */
export interface KnownCaller {
  readonly actor: BearerActor
  /** When the credential is no good any more, or rests, unless something changes. */
  readonly endsAt: Date
  usedAt: number
}

/**
 * Finds the caller of a bearer's value. Everything that is not right is the same `unauthenticated`. Callers are cached
 * by the hash of the value, until the credential or its owner changes.
 */
export class AuthenticationService {
  private readonly proven = lruCache<string, true>(mostProven)

  constructor(
    private readonly tokens: AuthenticationTokensStore,
    private readonly sessions: SessionsStore,
    private readonly values: TokenValues,
    private readonly known: TaggedCache<KnownCaller>,
    private readonly lifetimes: Pick<TokenLifetimes, 'singleSignOnIdle'>,
  ) {}

  async authenticate(
    ctx: OperationContext,
    value: string,
    guess: Guess = (lookUp) => lookUp(),
  ): Promise<BearerActor> {
    const known = this.find(value) ?? (await this.lookUp(ctx, value, guess))
    if (isUseDue(ctx, known)) await this.recordUse(ctx, known)
    return known.actor
  }

  /** The caller from the cache; undefined for all others, and once a minute, when the use has to be recorded. */
  recall(ctx: Pick<OperationContext, 'clock'>, value: string): BearerActor | undefined {
    const known = this.find(value)
    return known && !isUseDue(ctx, known) ? known.actor : undefined
  }

  /** The number of cached callers. */
  get cachedCallers(): number {
    return this.known.count
  }

  /** A cached value had the right form, so that is not checked again. */
  private find(value: string): KnownCaller | undefined {
    return this.known.get(this.values.hash(value))
  }

  private async lookUp(ctx: OperationContext, value: string, guess: Guess): Promise<KnownCaller> {
    const parsed = this.values.parse(value)
    if (!parsed || !bearerKinds.includes(parsed.kind)) throw unknown(ctx, 'no such kind of token')
    const { kind, hash } = parsed
    const since = this.known.moment()
    const find = () => (kind === 'session' ? this.bySession(ctx, hash) : this.byToken(ctx, hash))
    const known = await (this.proven.has(hash) ? this.proveAgain(hash, find) : guess(find))
    this.proven.set(hash, true)
    const { actor, endsAt } = known
    if (since !== undefined) this.known.set(hash, known, { since, tags: topicsOf(actor), endsAt })
    return known
  }

  private async proveAgain<T>(hash: string, find: () => Promise<T>): Promise<T> {
    try {
      return await find()
    } catch (error) {
      if (error instanceof DomainError && error.failure.kind === 'unauthenticated') this.proven.delete(hash)
      throw error
    }
  }

  private async byToken(ctx: OperationContext, hash: string): Promise<KnownCaller> {
    const found = await this.tokens.findBearer(ctx, { tokenHash: hash })
    if (!found) throw unknown(ctx, 'unknown token')
    const actor = bearerOf(ctx, found, this.lifetimes)
    const restsAt = restOf(found, this.lifetimes)
    const { expiresAt, lastUsedAt } = found.token
    const endsAt = restsAt && restsAt < expiresAt ? restsAt : expiresAt
    return { actor, endsAt, usedAt: lastUsedAt?.getTime() ?? 0 }
  }

  private async bySession(ctx: OperationContext, hash: string): Promise<KnownCaller> {
    const found = await this.sessions.findByHash(ctx, hash)
    if (!found) throw unknown(ctx, 'unknown session')
    const { session, user } = found
    const { id, expiresAt, authenticatedAt } = session
    const credential = {
      kind: 'session',
      id,
      scopes: scopesFor(session),
      expiresAt,
      authenticatedAt,
    } as const
    const actor = userActor(ctx, user, credential)
    return { actor, endsAt: expiresAt, usedAt: session.lastUsedAt.getTime() }
  }

  /** Of many requests at once one records it. */
  private async recordUse(ctx: OperationContext, known: KnownCaller): Promise<void> {
    const { kind, id } = known.actor.credential
    const before = known.usedAt
    known.usedAt = ctx.clock.now().getTime()
    try {
      await (kind === 'session' ? this.sessions : this.tokens).markUsed(ctx, id)
    } catch (error) {
      known.usedAt = before
      throw error
    }
  }
}

function isUseDue({ clock }: Pick<OperationContext, 'clock'>, { usedAt }: KnownCaller): boolean {
  return clock.now().getTime() - usedAt >= minutes(1)
}

/** A service token is good as long as its team and its organization exist and are not disabled. */
function topicsOf({ type, id, credential }: BearerActor): readonly string[] {
  return [cacheTags.credential(credential.id), type === 'user' ? cacheTags.user(id) : cacheTags.access]
}

/** When a token of a person who comes by single sign-on rests, unless they sign in again before (contract §10). */
function restOf(
  { lastSignOnAt }: TokenBearer,
  { singleSignOnIdle }: Pick<TokenLifetimes, 'singleSignOnIdle'>,
): Date | undefined {
  return lastSignOnAt === null || singleSignOnIdle === undefined
    ? undefined
    : later(lastSignOnAt, singleSignOnIdle)
}

/** The caller of a token, as long as it and its owner are good (contract §3, §5, §10). */
export function bearerOf(
  ctx: OperationContext,
  bearer: TokenBearer,
  lifetimes: Pick<TokenLifetimes, 'singleSignOnIdle'>,
): BearerActor {
  const { token, user, team, organization, isDisabled } = bearer
  const { id, scopes, expiresAt } = token
  const credential: Credential = { kind: 'token', id, scopes, expiresAt }
  if (user) {
    const actor = userActor(ctx, user, credential)
    const restsAt = restOf(bearer, lifetimes)
    if (restsAt && restsAt <= ctx.clock.now()) throw refused(ctx, actor, 'no single sign-on for too long')
    return actor
  }
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
