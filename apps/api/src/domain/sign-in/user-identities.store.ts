import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { ProvenPerson } from './single-sign-on.js'

type Key = Pick<ProvenPerson, 'issuer' | 'subject'>

export interface UserIdentity {
  readonly userId: string
  /** Whether it was single sign-on that made the user a site administrator. */
  readonly grantedAdmin: boolean
}

export class UserIdentitiesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Locks this identity until the transaction ends, so that a first sign-in makes one account. */
  async findLocked(ctx: OperationContext, { issuer, subject }: Key): Promise<UserIdentity | undefined> {
    const database = this.database.of(ctx)
    const key = `${issuer} ${subject}`
    await database.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
    const where = { issuer_subject: { issuer, subject } }
    const select = { userId: true, grantedAdmin: true }
    return (await database.userIdentity.findUnique({ where, select })) ?? undefined
  }

  async save(ctx: OperationContext, { issuer, subject }: Key, identity: UserIdentity): Promise<void> {
    const lastSignedInAt = ctx.clock.now()
    await this.database.of(ctx).userIdentity.upsert({
      where: { issuer_subject: { issuer, subject } },
      create: { issuer, subject, ...identity, createdAt: lastSignedInAt, lastSignedInAt },
      update: { ...identity, lastSignedInAt },
    })
  }
}
