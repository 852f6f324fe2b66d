import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'

const onlyRow = 1

/** The one-time token of the first set-up, as a hash in a single row. */
export class SetUpStore {
  constructor(private readonly database: StoreDatabase) {}

  async replace(ctx: OperationContext, tokenHash: string, expiresAt: Date): Promise<void> {
    const row = { tokenHash, expiresAt }
    await this.database
      .of(ctx)
      .setupToken.upsert({ where: { id: onlyRow }, create: { id: onlyRow, ...row }, update: row })
  }

  async isGood(ctx: OperationContext, tokenHash: string): Promise<boolean> {
    return (await this.database.of(ctx).setupToken.count({ where: this.good(ctx, tokenHash) })) === 1
  }

  /** Takes the row that allows the set-up: of two racing calls only one can. */
  async take(ctx: OperationContext, tokenHash: string): Promise<boolean> {
    const taken = await this.database.of(ctx).setupToken.deleteMany({ where: this.good(ctx, tokenHash) })
    return taken.count === 1
  }

  async clear(ctx: OperationContext): Promise<void> {
    await this.database.of(ctx).setupToken.deleteMany()
  }

  private good(ctx: OperationContext, tokenHash: string): { tokenHash: string; expiresAt: { gt: Date } } {
    return { tokenHash, expiresAt: { gt: ctx.clock.now() } }
  }
}
