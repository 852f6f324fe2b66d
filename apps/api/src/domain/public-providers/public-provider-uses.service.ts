import { organizationOf } from '../../kernel/actor.js'
import { days, seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Transactions } from '../../kernel/transaction.js'
import { CounterBuffer } from '../../kernel/counter-buffer.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import type { CountedRequest, CountedUse, PublicProviderUsesStore } from './public-provider-uses.store.js'
import type { FirstRequest, PublicProvider } from './public-provider.js'

const writtenAfter = seconds(1)

/** The number of days that are stored. */
const storedDays = 90

/** Follows the first requests of a day, in the transaction that writes them. */
export type FollowRequests = (tx: OperationContext, requests: readonly FirstRequest[]) => Promise<void>

/** Counts in batches: downloads by token, and requests for providers that are not listed (contract §14). */
export class PublicProviderUsesService implements MaintenanceTask {
  readonly name = 'old-uses-of-public-providers'
  readonly every = days(1)
  private readonly uses: CounterBuffer<CountedUse>
  private readonly requests: CounterBuffer<CountedRequest>

  constructor(
    private readonly store: PublicProviderUsesStore,
    transactions: Transactions,
    follow: FollowRequests,
  ) {
    this.uses = new CounterBuffer({
      ...{ what: 'downloads of public providers', writtenAfter },
      add: (ctx, writer, batch, rows) => store.addUses(ctx, writer, batch, rows),
    })
    this.requests = new CounterBuffer({
      ...{ what: 'requested public providers', writtenAfter },
      add: (ctx, writer, batch, rows) =>
        transactions.run(ctx, async (tx) => follow(tx, await store.addRequests(tx, writer, batch, rows))),
    })
  }

  /** Counts a download of a version by a token. */
  count(ctx: OperationContext, versionId: string): void {
    const { actor } = ctx
    if (!('credential' in actor)) return
    const row = {
      ...{ versionId, credentialId: actor.credential.id, organizationId: organizationOf(actor) ?? '' },
      day: dayOf(ctx),
    }
    const key = Object.values(row).join(' ')
    this.uses.set(ctx, key, { ...row, count: (this.uses.get(key)?.count ?? 0) + 1 })
  }

  /** Counts a request of organizations for a provider that they may not use. */
  countRequest(
    ctx: OperationContext,
    { id }: PublicProvider,
    organizations: readonly { id: string }[],
  ): void {
    for (const { id: organizationId } of organizations) {
      const row = { providerId: id, organizationId, day: dayOf(ctx) }
      const key = Object.values(row).join(' ')
      const count = (this.requests.get(key)?.count ?? 0) + 1
      this.requests.set(ctx, key, { ...row, count, lastAt: ctx.clock.now() })
    }
  }

  /** Removes counts that are too old. */
  async run(ctx: OperationContext): Promise<void> {
    await this.store.removeOlder(ctx, storedDays)
  }

  /** Writes the counts that are not written yet. */
  async stop(ctx: OperationContext): Promise<void> {
    await this.uses.stop(ctx)
    await this.requests.stop(ctx)
  }
}

const dayOf = ({ clock }: OperationContext): string => clock.now().toISOString().slice(0, 10)
