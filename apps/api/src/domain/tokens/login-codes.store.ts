import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import { codeMemory, type LoginCode } from './cli-login.js'

type NewLoginCode = Omit<LoginCode, 'usedAt' | 'tokenId'> & { readonly codeHash: string }

export class LoginCodesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Stores a code, and deletes expired ones that no check needs any more, so that the table does not grow for ever. */
  async create(ctx: OperationContext, code: NewLoginCode): Promise<void> {
    const now = ctx.clock.now()
    const codes = this.database.of(ctx).loginCode
    await codes.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - codeMemory) } } })
    await codes.create({ data: { ...code, createdAt: now } })
  }

  /** Finds a code, locked until the transaction ends: of many exchanges at once one comes first. */
  async findLocked(ctx: OperationContext, codeHash: string): Promise<LoginCode | undefined> {
    const database = this.database.of(ctx)
    await database.$executeRaw`SELECT code_hash FROM login_codes WHERE code_hash = ${codeHash} FOR UPDATE`
    return (await database.loginCode.findUnique({ where: { codeHash } })) ?? undefined
  }

  async markUsed(ctx: OperationContext, codeHash: string, tokenId?: string): Promise<void> {
    const data = { usedAt: ctx.clock.now(), ...(tokenId !== undefined && { tokenId }) }
    await this.database.of(ctx).loginCode.update({ where: { codeHash }, data })
  }
}
