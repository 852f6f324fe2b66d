import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'

/** Tokens of CI that were exchanged, and those that were given for them. */
export class UsedCiTokensStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Uses a token up; false where it was used before. Of two concurrent uses the second waits for the first. */
  async use(tx: OperationContext, key: string, endsAt: Date): Promise<boolean> {
    const used = await this.database.of(tx)
      .$executeRaw`INSERT INTO used_ci_tokens (key, ends_at) VALUES (${key}, ${endsAt}) ON CONFLICT DO NOTHING`
    return used === 1
  }

  /** Deletes at most `most` that are too old to be accepted again; returns the number. */
  async deleteUsed(ctx: OperationContext, most: number): Promise<number> {
    return this.database.of(ctx).$executeRaw`
      DELETE FROM used_ci_tokens WHERE key IN (
        SELECT key FROM used_ci_tokens WHERE ends_at <= ${ctx.clock.now()} ORDER BY ends_at LIMIT ${most})`
  }

  /** Deletes at most `most` expired tokens of CI; returns the number. */
  async deleteExpired(ctx: OperationContext, most: number): Promise<number> {
    return this.database.of(ctx).$executeRaw`
      DELETE FROM authentication_tokens WHERE id IN (
        SELECT id FROM authentication_tokens
        WHERE ci_identity_id IS NOT NULL AND expires_at <= ${ctx.clock.now()} LIMIT ${most})`
  }
}
