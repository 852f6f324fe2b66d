import { isDeepStrictEqual } from 'node:util'
import type { UserActor } from '../../kernel/actor.js'
import { later, seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { conflict, DomainError, isUnavailable } from '../../kernel/errors.js'
import type { Transactions } from '../../kernel/transaction.js'
import {
  changedSince,
  refusalText,
  type ActRules,
  type BulkActKind,
  type TakenAct,
  type WaitingTarget,
} from './bulk-act.js'
import type { BulkActsStore } from './bulk-acts.store.js'

/** The lease of a killed process has to run out. */
const leaseDuration = seconds(15)

/** Time for one act before the next has its turn; the target that is under way ends first. */
const turnDuration = seconds(1)

/** The number of targets whose positions are read together. */
const step = 50

/**
 * Job that does acts on many things, one target after the other. A target is locked, changed and marked in one transaction, so
 * that it is done once, whatever is killed or does the same act meanwhile. Acts take turns.
 */
export class BulkActsJob {
  constructor(
    private readonly store: BulkActsStore,
    private readonly rules: Readonly<Record<BulkActKind, ActRules>>,
    private readonly transactions: Transactions,
  ) {}

  /** Works until nothing waits. */
  async work(ctx: OperationContext, signal?: AbortSignal): Promise<void> {
    let act = await this.take(ctx, '')
    while (act) {
      await this.workOn(ctx, act, signal)
      if (signal?.aborted) return
      act = (await this.take(ctx, act.id)) ?? (await this.take(ctx, ''))
    }
  }

  private take(ctx: OperationContext, behind: string): Promise<TakenAct | undefined> {
    return this.store.take(ctx, behind, later(ctx.clock.now(), leaseDuration))
  }

  /** Works at an act until it or the turn is over. */
  private async workOn(ctx: OperationContext, act: TakenAct, signal?: AbortSignal): Promise<void> {
    const end = ctx.clock.elapsed() + turnDuration
    for (;;) {
      const positions = await this.store.waiting(ctx, act.id, step)
      if (positions.length === 0) return this.store.finish(ctx, act.id)
      for (const position of positions) {
        await this.actOn(ctx, act, position)
        if (signal?.aborted || ctx.clock.elapsed() > end) return this.store.release(ctx, act.id)
      }
    }
  }

  /** Changes one target, or marks why it was refused. */
  private async actOn(ctx: OperationContext, act: TakenAct, position: number): Promise<void> {
    try {
      await this.transactions.run(contextOf(ctx, act), async (tx) => {
        const target = await this.store.claim(tx, act.id, position)
        if (target) await this.change({ ...tx, actor: await this.actorOf(tx, act) }, act, target)
      })
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (!(error instanceof DomainError))
        ctx.log.error({ error: String(error), act: act.id, position }, 'a target of an act on many failed')
      const message =
        error instanceof DomainError ? refusalText(error.failure) : 'It failed. The log of the API says why'
      await this.store.setOutcome(ctx, act.id, position, 'refused', { message })
    }
  }

  private async change(tx: OperationContext, act: TakenAct, target: WaitingTarget): Promise<void> {
    const rules = this.rules[act.kind]
    const before = await rules.lock(tx, target.id, act.settings)
    if (target.expected && !isDeepStrictEqual(before, target.expected)) throw changedSince()
    const after = target.given ?? rules.changed(before, act.settings)
    if (isDeepStrictEqual(before, after))
      return this.store.setOutcome(tx, act.id, target.position, 'unchanged')
    await rules.set(tx, target.id, after, act.settings)
    // As it is stored: the settings may name things in another case, and undoing compares.
    const stored = await rules.lock(tx, target.id, act.settings)
    await this.store.setOutcome(tx, act.id, target.position, 'changed', { before, after: stored })
  }

  /** The person who started the act, with the rights of now. Throws where the person may not act any longer. */
  private async actorOf(tx: OperationContext, act: TakenAct): Promise<UserActor> {
    const person = await this.store.findStarter(tx, act.userId)
    if (!person) throw conflict(`${act.userName} was deleted before its turn came`)
    const { id, username: name, isSiteAdmin } = person
    if (person.suspendedAt) throw conflict(`${name} was suspended before its turn came`)
    if (act.asAdministrator && !isSiteAdmin)
      throw conflict(`${name} was no site administrator any longer when its turn came`)
    return { type: 'user', id, name, isSiteAdmin, credential: credentialOf(tx, act) }
  }
}

/** The context of a target: in the audit log all events of an act have its id as that of their request. */
const contextOf = (ctx: OperationContext, { id, reason, address }: TakenAct): OperationContext => ({
  ...ctx,
  face: 'system',
  requestId: id,
  ...(reason !== null && { reason }),
  ...(address !== null && { address }),
})

/** The credential that the act was started with; a sign-in that was fresh then counts for all of it. */
function credentialOf({ clock }: OperationContext, { credential, isSignInFresh }: TakenAct) {
  const expiresAt = new Date(credential.expiresAt)
  if (credential.kind === 'token') return { ...credential, expiresAt }
  const authenticatedAt = isSignInFresh ? clock.now() : new Date(credential.authenticatedAt)
  return { ...credential, expiresAt, authenticatedAt }
}
