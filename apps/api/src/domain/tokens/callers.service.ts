import { scopesOf, type Actor, type BearerActor } from '../../kernel/actor.js'
import { askingCredential, type OperationContext } from '../../kernel/context.js'
import { notFound, unauthenticated } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { TaggedCache } from '../../kernel/tagged-cache.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { TokenLifetimes } from './authentication-token.js'
import { bearerOf, endOf, tagsOf, userActor, type KnownCaller } from './bearer.js'
import type { CallersStore } from './callers.store.js'
import { credentialOf } from './session.js'

/** Finds callers by the ids of their credentials: for signed links, cached until a change, and for every write once more. */
export class CallersService {
  constructor(
    private readonly store: CallersStore,
    private readonly cache: TaggedCache<KnownCaller>,
    private readonly lifetimes: Pick<TokenLifetimes, 'singleSignOnIdle'>,
  ) {}

  /** Finds the caller of the credential in the cache. */
  known(id: string): BearerActor | undefined {
    return this.cache.get(id)?.actor
  }

  /** Finds the caller of the credential, in the cache or by a look-up; `unauthenticated` once it is no good. */
  async find(ctx: OperationContext, id: string): Promise<BearerActor> {
    const known = this.known(id)
    if (known) return known
    const since = this.cache.moment()
    const found = await this.lookUp(ctx, id)
    if (since !== undefined)
      this.cache.set(id, { ...found, usedAt: 0 }, { since, tags: tagsOf(found.actor), endsAt: found.endsAt })
    return found.actor
  }

  /** Looks the caller of the credential up, with its present rights; `unauthenticated` once it is no good. */
  private async lookUp(ctx: OperationContext, id: string): Promise<Pick<KnownCaller, 'actor' | 'endsAt'>> {
    const bearer = isId('at', id) ? await this.store.findToken(ctx, id) : undefined
    if (bearer) return { actor: bearerOf(ctx, bearer, this.lifetimes), endsAt: endOf(bearer, this.lifetimes) }
    const session = isId('sess', id) ? await this.store.findSession(ctx, id) : undefined
    if (!session) throw unauthenticated({ why: 'unknown credential', credential: id })
    return {
      actor: userActor(ctx, session.user, credentialOf({ ...session, id })),
      endsAt: session.expiresAt,
    }
  }

  /**
   * Wraps transactions so that each asks first whether its caller may still act (contract §18): between the first byte
   * of a request and its write may lie a day. What the caller may do there is asked by the work itself.
   */
  recheckingCaller(transactions: Transactions): Transactions {
    return {
      readOnly: (ctx, work) => transactions.readOnly(ctx, work),
      run: (ctx, work, first) => {
        const isNested = ctx.connection !== undefined
        const asked = async (tx: OperationContext) => work({ ...tx, actor: await this.askAgain(tx) })
        return transactions.run(ctx, isNested ? work : asked, first)
      },
    }
  }

  private async askAgain(tx: OperationContext): Promise<Actor> {
    const credential = askingCredential(tx)
    if (!credential) return tx.actor
    const { actor: present } = await this.lookUp(tx, credential.id)
    if (hasLost(tx.actor, present)) throw notFound({ why: 'rights were taken away meanwhile' })
    return present
  }
}

/** True if the caller has lost rights that were checked before the transaction and are not checked again in it. */
function hasLost(before: Actor, present: BearerActor): boolean {
  const wasAdministrator = before.type === 'user' && before.isSiteAdmin
  const isAdministrator = present.type === 'user' && present.isSiteAdmin
  return (wasAdministrator && !isAdministrator) || scopesOf(present).length > scopesOf(before).length
}
