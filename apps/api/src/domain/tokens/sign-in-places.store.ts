import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'

/** Networks are personal data: each is here for as long as a sign-in from it is no news. */
export class SignInPlacesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Those of all users. */
  async deleteUntil(ctx: OperationContext, until: Date): Promise<void> {
    await this.database.of(ctx).signInPlace.deleteMany({ where: { lastSeenAt: { lte: until } } })
  }

  /** Whether the network is a new one of the user; of many at once it is new for one. */
  async enter(ctx: OperationContext, userId: string, network: string): Promise<boolean> {
    const places = this.database.of(ctx).signInPlace
    const data = { userId, network, lastSeenAt: ctx.clock.now() }
    const { count } = await places.updateMany({ where: { userId, network }, data })
    return count === 0 && (await places.createMany({ data, skipDuplicates: true })).count === 1
  }
}
