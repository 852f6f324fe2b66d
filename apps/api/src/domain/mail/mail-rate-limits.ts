import { hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import type { MailRateLimitsStore } from './mail-rate-limits.store.js'

/** Maximum number of mails in an hour. */
const most = { address: 5, confirmations: 5, person: 30, organization: 100 } as const

const hour = hours(1)

export interface MailPurpose {
  readonly address: string
  /** The organization in whose name it is sent. */
  readonly organizationId?: string
  /** The user whose address the mail would confirm. */
  readonly confirmsFor?: string
}

/**
 * Rate limits of mail to addresses that its sender chose, so that no one floods a mailbox: mails of the last hour, for
 * an address, for the person who sends them, and for an organization (contract §18). Row locks decide between
 * concurrent senders of all processes; they are taken last in a transaction.
 */
export class MailRateLimits implements MaintenanceTask {
  readonly name = 'letter-budgets'
  readonly every = hours(6)

  constructor(private readonly store: MailRateLimitsStore) {}

  /** Counts a mail where the wait is 0; returns its wait in milliseconds. */
  async take(tx: OperationContext, purpose: MailPurpose): Promise<number> {
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
  { address, organizationId, confirmsFor }: MailPurpose,
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

/** Returns the wait in milliseconds until one more is within the limit of an hour. */
function waitOf(times: readonly Date[], limit: number, now: Date): number {
  const last = times.map((at) => at.getTime()).sort((one, other) => other - one)[limit - 1]
  return last === undefined ? 0 : last + hour - now.getTime()
}
