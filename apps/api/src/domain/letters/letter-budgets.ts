import { hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import type { LetterBudgetsStore } from './letter-budgets.store.js'

/** The most letters an hour. */
const most = { address: 5, confirmations: 5, person: 30, organization: 100 } as const

const hour = hours(1)

export interface LetterPurpose {
  readonly address: string
  /** The organization in whose name it is sent. */
  readonly organizationId?: string
  /** The user whose address the letter would confirm. */
  readonly confirmsFor?: string
}

/**
 * Limits letters to addresses that their sender chose, so that none is a weapon: those of the last hour, for an
 * address, for the person who sends them, and for an organization (contract §18). The locks of their rows decide
 * between many at once, of all processes; they are taken last in a transaction.
 */
export class LetterBudgets implements MaintenanceTask {
  readonly name = 'letter-budgets'
  readonly every = hours(6)

  constructor(private readonly store: LetterBudgetsStore) {}

  /** Counts a letter where the wait is 0; returns how long it has to wait, in milliseconds. */
  async take(tx: OperationContext, purpose: LetterPurpose): Promise<number> {
    const limits = limitsOf(tx, purpose)
    const now = tx.clock.now()
    const stored = await this.store.lock(tx, [...limits.keys()])
    const sent = new Map(
      [...stored].map(([key, times]) => [key, times.filter((at) => later(at, hour) > now)]),
    )
    const waits = [...limits].map(([key, limit]) => waitOf(sent.get(key) ?? [], limit, now))
    const wait = Math.max(...waits)
    if (wait > 0) return wait
    for (const [key, times] of sent) await this.store.write(tx, key, [...times, now])
    return 0
  }

  async run(ctx: OperationContext): Promise<void> {
    await this.store.deleteUntil(ctx, later(ctx.clock.now(), -hour))
  }
}

function limitsOf(
  { actor }: OperationContext,
  { address, organizationId, confirmsFor }: LetterPurpose,
): ReadonlyMap<string, number> {
  return new Map([
    [`address ${mailboxOf(address)}`, most.address],
    ...(confirmsFor === undefined ? [] : [[`confirmations ${confirmsFor}`, most.confirmations] as const]),
    ...(actor.type === 'user' ? [[`person ${actor.id}`, most.person] as const] : []),
    ...(organizationId === undefined ? [] : [[`organization ${organizationId}`, most.organization] as const]),
  ])
}

/** Removes a tag (`ana+news@…`): such an address reaches the same person. */
const mailboxOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, '@')

/** Returns the wait until so many are an hour old that one more is within the limit. */
function waitOf(times: readonly Date[], limit: number, now: Date): number {
  const last = times.map((at) => at.getTime()).sort((one, other) => other - one)[limit - 1]
  return last === undefined ? 0 : last + hour - now.getTime()
}
