import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import type { StateParts } from './state-parts.js'
import type { Overfull } from './state-versions.store.js'

/** The number of workspaces that are looked for at a time. */
const batchSize = 100

/** The age at which discarded versions are removed: longer than any upload link lasts. */
const discardedAfter = days(2)

/** Removes the oldest states of each workspace beyond `STATE_VERSIONS_KEPT`, and what was discarded long ago. */
export class StateRetentionService implements MaintenanceTask {
  readonly name = 'state-retention'
  readonly every = days(1)

  constructor(
    private readonly parts: Pick<StateParts, 'versions' | 'transactions' | 'audit' | 'files'>,
    /** The number of states that a workspace keeps, the current one among them; undefined for all. */
    private readonly kept: number | undefined,
  ) {}

  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    await this.parts.versions.removeDiscarded(ctx, later(ctx.clock.now(), -discardedAfter))
    if (this.kept === undefined) return
    for (;;) {
      const overfull = await this.parts.versions.findOverfull(ctx, this.kept, batchSize)
      for (const workspace of overfull) {
        await this.prune(ctx, workspace, this.kept)
        if (!(await shouldContinue())) return
      }
      if (overfull.length < batchSize) return
    }
  }

  /** Removes states. Files are removed after the commit, so that those that the database refers to always exist. */
  private async prune(ctx: OperationContext, { id, name, organizationId }: Overfull, kept: number) {
    const { transactions, versions, audit, files } = this.parts
    const pruned = await transactions.run(ctx, async (tx) => {
      await versions.lockWorkspace(tx, id)
      const { count, upToSerial, storageKeys } = await versions.prune(tx, id, kept)
      if (count > 0)
        await audit.record(tx, {
          action: 'state-version.prune',
          subject: { type: 'workspace', id, name },
          organizationId,
          after: { states: count, upToSerial, kept },
        })
      return storageKeys
    })
    await files.remove(ctx, pruned)
  }
}
