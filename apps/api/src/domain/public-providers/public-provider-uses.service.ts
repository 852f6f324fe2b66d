import { organizationOf } from '../../kernel/actor.js'
import { days, seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Transactions } from '../../kernel/transaction.js'
import { CountBatches } from '../count-batches.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import type { CountedRefusal, CountedUse, PublicProviderUsesStore } from './public-provider-uses.store.js'
import type { FirstWanted, PublicProvider } from './public-provider.js'

const writtenAfter = seconds(1)

/** So many days are kept. */
const keptDays = 90

/** What else is done with what is wanted for the first time of a day, in the transaction that writes it. */
export type FollowWanted = (tx: OperationContext, wanted: readonly FirstWanted[]) => Promise<void>

/** Counts, in batches, who downloaded what, and who asked for what is not listed (contract §14). */
export class PublicProviderUsesService implements MaintenanceTask {
  readonly name = 'old-uses-of-public-providers'
  readonly every = days(1)
  private readonly uses: CountBatches<CountedUse>
  private readonly refusals: CountBatches<CountedRefusal>

  constructor(
    private readonly store: PublicProviderUsesStore,
    transactions: Transactions,
    follow: FollowWanted,
  ) {
    this.uses = new CountBatches({
      ...{ what: 'downloads of public providers', writtenAfter },
      add: (ctx, writer, batch, rows) => store.addUses(ctx, writer, batch, rows),
    })
    this.refusals = new CountBatches({
      ...{ what: 'wanted public providers', writtenAfter },
      add: (ctx, writer, batch, rows) =>
        transactions.run(ctx, async (tx) => follow(tx, await store.addRefusals(tx, writer, batch, rows))),
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

  /** Counts that organizations asked for a provider which they may not use. */
  refuse(ctx: OperationContext, { id }: PublicProvider, organizations: readonly { id: string }[]): void {
    for (const { id: organizationId } of organizations) {
      const row = { providerId: id, organizationId, day: dayOf(ctx) }
      const key = Object.values(row).join(' ')
      const count = (this.refusals.get(key)?.count ?? 0) + 1
      this.refusals.set(ctx, key, { ...row, count, lastAt: ctx.clock.now() })
    }
  }

  /** Removes what is too old. */
  async run(ctx: OperationContext): Promise<void> {
    await this.store.removeOlder(ctx, keptDays)
  }

  /** Writes what is left. */
  async stop(ctx: OperationContext): Promise<void> {
    await this.uses.stop(ctx)
    await this.refusals.stop(ctx)
  }
}

const dayOf = ({ clock }: OperationContext): string => clock.now().toISOString().slice(0, 10)
