import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

export interface StoredTwoFactor {
  /** The secret, sealed. */
  readonly twoFactorSecret: string | null
  readonly twoFactorEnabledAt: Date | null
  readonly twoFactorStep: number | null
}

export class TwoFactorStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Finds the second factor, locked until the transaction ends: of many uses of one code at once one counts. */
  async findLocked(ctx: OperationContext, userId: string): Promise<StoredTwoFactor | undefined> {
    const user = db
      .selectFrom('users')
      .select([
        'two_factor_secret as twoFactorSecret',
        'two_factor_enabled_at as twoFactorEnabledAt',
        'two_factor_step as twoFactorStep',
      ])
      .where('id', '=', userId)
      .forNoKeyUpdate()
    return (await rowsOf(this.database.of(ctx), user))[0]
  }

  async update(ctx: OperationContext, userId: string, change: Partial<StoredTwoFactor>): Promise<void> {
    await this.database
      .of(ctx)
      .user.update({ where: { id: userId }, data: { ...change, updatedAt: ctx.clock.now() } })
  }

  async countRecoveryCodes(ctx: OperationContext, userId: string): Promise<number> {
    return this.database.of(ctx).recoveryCode.count({ where: { userId } })
  }

  async replaceRecoveryCodes(
    ctx: OperationContext,
    userId: string,
    hashes: readonly string[],
  ): Promise<void> {
    const codes = this.database.of(ctx).recoveryCode
    await codes.deleteMany({ where: { userId } })
    await codes.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) })
  }

  /** Deletes the code; true where there was one: of many uses at once one takes it. */
  async takeRecoveryCode(ctx: OperationContext, userId: string, codeHash: string): Promise<boolean> {
    return (await this.database.of(ctx).recoveryCode.deleteMany({ where: { userId, codeHash } })).count === 1
  }
}
