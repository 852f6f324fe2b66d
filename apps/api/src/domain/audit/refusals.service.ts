import { anonymous, type Actor } from '../../kernel/actor.js'
import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Refusal } from '../../kernel/refusal.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditEntry } from './audit.js'
import type { AuditService } from './audit.service.js'

/** The time in which repeated refusals are one event, in milliseconds. */
const quiet = minutes(1)

/** The most refusals that are counted separately at a time: of known and of unknown callers. */
export const mostRefusals = { known: 300, unknown: 30 }

/** Equal refusals that are counted together. */
interface Tally {
  readonly refusal: Refusal
  /** The context of the first of them: the refused caller and the request. */
  readonly ctx: OperationContext
  /** The number of refusals that are in no event yet. */
  times: number
  first: Date
  last: Date
  /** The end of the quiet time, by `Clock.elapsed`, so that no jump of the time keeps anything out of the log. */
  quietUntil: number
}

/** Writes refusals, counted in bounded memory, into the audit log, with a limit of rows per minute and process. */
export class RefusalsService {
  private readonly known = new Map<string, Tally>()
  private readonly unknown = new Map<string, Tally>()
  /** Refusals that there was no room to count separately. */
  private readonly others = new Map<string, Tally>()

  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** Counts a refusal; `write` writes it. */
  add(ctx: OperationContext, refusal: Refusal): void {
    const now = ctx.clock.now()
    const tally = this.tallyOf(ctx, refusal)
    if (tally.times === 0) tally.first = now
    tally.times++
    tally.last = now
  }

  /** Writes due refusals, and at the last call all. A failed write is repeated by the next call. */
  async write(ctx: OperationContext, isLast = false): Promise<void> {
    const now = ctx.clock.elapsed()
    const due: Tally[] = []
    for (const tallies of [this.known, this.unknown, this.others])
      for (const [key, tally] of tallies) {
        if (!isLast && tally.quietUntil > now) continue
        if (tally.times > 0) due.push(tally)
        else tallies.delete(key)
      }
    if (due.length === 0) return
    const entries = due.map((tally) => ({ tally, times: tally.times, entry: entryOf(tally) }))
    try {
      await this.transactions.run(ctx, async ({ connection, afterCommit }) => {
        for (const { tally, entry } of entries)
          await this.audit.record(
            { ...tally.ctx, ...(connection && afterCommit && { connection, afterCommit }) },
            entry,
          )
      })
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'refusals could not be written to the audit log, trying again')
      return
    }
    for (const { tally, times } of entries) {
      tally.times -= times
      tally.first = tally.last
      tally.quietUntil = now + quiet
    }
  }

  private tallyOf(ctx: OperationContext, refusal: Refusal): Tally {
    const actor = refusal.actor ?? ctx.actor
    const group = 'credential' in actor ? 'known' : 'unknown'
    const key = keyOf(ctx, actor, refusal)
    const found = this[group].get(key)
    if (found) return found
    if (this[group].size < mostRefusals[group]) return open(this[group], key, seenBy(ctx, actor), refusal)
    const { action } = refusal
    const why = `many ${group} callers`
    const { address: _, ...anyAddress } = seenBy(ctx, anonymous)
    const others = `${action} ${why}`
    return this.others.get(others) ?? open(this.others, others, anyAddress, { action, why })
  }
}

function open(tallies: Map<string, Tally>, key: string, ctx: OperationContext, refusal: Refusal): Tally {
  const now = ctx.clock.now()
  const tally = { refusal, ctx, times: 0, first: now, last: now, quietUntil: -Infinity }
  tallies.set(key, tally)
  return tally
}

/** Builds the key that equal refusals share, which are counted together. */
function keyOf({ address, face }: OperationContext, actor: Actor, refusal: Refusal): string {
  const credential = 'credential' in actor ? actor.credential.id : ''
  const { action, why, subject, organizationId } = refusal
  return JSON.stringify([action, why, credential, address, face, subject?.id, organizationId])
}

/** Selects what the log says of a request, without what the caller wrote into it. */
function seenBy({ face, requestId, clock, log, address }: OperationContext, actor: Actor): OperationContext {
  return { actor, face, requestId, clock, log, ...(address !== undefined && { address }) }
}

function entryOf({ refusal, times, first, last }: Tally): AuditEntry {
  const { action, why, organizationId, facts } = refusal
  const subject = refusal.subject ?? { type: 'unknown', id: '', name: '' }
  const counted = times > 1 ? { times, until: last } : {}
  return { action, subject, organizationId, at: first, after: { why, ...facts, ...counted } }
}
