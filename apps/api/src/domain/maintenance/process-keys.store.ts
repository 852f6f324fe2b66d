import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'

/** A running process of the platform, and the secret keys that it knows. */
interface ProcessKeys {
  readonly process: string
  /** The name of the place where it runs, for people. */
  readonly name: string
  readonly fingerprints: readonly string[]
}

/** The keys of processes, dated by the clock of the database, since those who read it have others. */
export class ProcessKeysStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Saves the keys and removes those of processes that ended without a word. */
  async save(ctx: OperationContext, { process, name, fingerprints }: ProcessKeys): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      WITH old AS (DELETE FROM process_keys WHERE at < now() - interval '1 hour')
      INSERT INTO process_keys (process, name, fingerprints, at)
      VALUES (${process}, ${name}, ${[...fingerprints]}, now())
      ON CONFLICT (process) DO UPDATE SET at = EXCLUDED.at`
  }

  async remove(ctx: OperationContext, process: string): Promise<void> {
    await this.database.of(ctx).processKeys.deleteMany({ where: { process } })
  }
}
