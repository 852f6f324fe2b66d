import type { BearerActor } from '../../kernel/actor.js'
import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { isUnauthenticated, unauthenticated, type DomainError } from '../../kernel/errors.js'
import { lruCache } from '../../kernel/lru-cache.js'
import type { TaggedCache } from '../../kernel/tagged-cache.js'
import type { TokenKind, TokenValues } from '../../kernel/secrets.js'
import type { TokenLifetimes } from './authentication-token.js'
import type { AuthenticationTokensStore } from './authentication-tokens.store.js'
import { bearerOf, endOf, tagsOf, userActor, type KnownCaller } from './bearer.js'
import { credentialOf } from './session.js'
import type { SessionsStore } from './sessions.store.js'

/** The kinds of bearer tokens, sent with each request; all other kinds prove something once. */
const bearerKinds: readonly TokenKind[] = ['user', 'team', 'organization', 'session']

/** A wrapper of the look-up of a value that may be made up; it may refuse the look-up. */
export type Guess = <T>(lookUp: () => Promise<T>) => Promise<T>

/** The number of hashes of values that were good at their last look-up: their next one is no guess. */
const mostProven = 50_000

/** Finds the caller of a bearer, cached by its hash until a change; all that is not right is `unauthenticated`. */
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

  /** Finds the caller in the cache; undefined for all others, and once a minute, when the use has to be recorded. */
  recall(ctx: Pick<OperationContext, 'clock'>, value: string): BearerActor | undefined {
    const known = this.find(value)
    return known && !isUseDue(ctx, known) ? known.actor : undefined
  }

  get cachedCallers(): number {
    return this.known.count
  }

  /** Looks in the cache; a cached value had the right form, so that is not checked again. */
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
    if (since !== undefined) this.known.set(hash, known, { since, tags: tagsOf(actor), endsAt })
    return known
  }

  private async proveAgain<T>(hash: string, find: () => Promise<T>): Promise<T> {
    try {
      return await find()
    } catch (error) {
      if (isUnauthenticated(error)) this.proven.delete(hash)
      throw error
    }
  }

  private async byToken(ctx: OperationContext, hash: string): Promise<KnownCaller> {
    const found = await this.tokens.findBearer(ctx, hash)
    if (!found) throw unknown(ctx, 'unknown token')
    const actor = bearerOf(ctx, found, this.lifetimes)
    return { actor, endsAt: endOf(found, this.lifetimes), usedAt: found.token.lastUsedAt?.getTime() ?? 0 }
  }

  private async bySession(ctx: OperationContext, hash: string): Promise<KnownCaller> {
    const found = await this.sessions.findByHash(ctx, hash)
    if (!found) throw unknown(ctx, 'unknown session')
    const { session, user } = found
    const actor = userActor(ctx, user, credentialOf(session))
    return { actor, endsAt: session.expiresAt, usedAt: session.lastUsedAt.getTime() }
  }

  /** Records the use; of many requests at once one does. */
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

/** Refuses a value that was never given out, or whose token is revoked. */
function unknown(ctx: OperationContext, why: string): DomainError {
  ctx.refused?.(ctx, { action: 'token.refuse', why })
  return unauthenticated({ why })
}
