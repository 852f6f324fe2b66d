import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

export class MailRateLimitsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Finds the times of mails by key; locks them until the transaction ends, in the order of the keys. */
  async lock(tx: OperationContext, keys: readonly string[]): Promise<ReadonlyMap<string, readonly Date[]>> {
    const database = this.database.of(tx)
    const data = keys.toSorted().map((key) => ({ key, sentAt: [], lastSentAt: tx.clock.now() }))
    await database.letterBudget.createMany({ data, skipDuplicates: true })
    const budgets = db
      .selectFrom('letter_budgets')
      .select(['key', 'sent_at as sentAt'])
      .where('key', '=', any(keys))
      .orderBy('key')
      .forUpdate()
    return new Map((await rowsOf(database, budgets)).map(({ key, sentAt }) => [key, sentAt]))
  }

  async write(tx: OperationContext, key: string, sentAt: readonly Date[]): Promise<void> {
    const data = { sentAt: [...sentAt], lastSentAt: tx.clock.now() }
    await this.database.of(tx).letterBudget.update({ where: { key }, data })
  }

  async deleteUntil(ctx: OperationContext, until: Date): Promise<void> {
    await this.database.of(ctx).letterBudget.deleteMany({ where: { lastSentAt: { lte: until } } })
  }
}
