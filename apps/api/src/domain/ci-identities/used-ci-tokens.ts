import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import type { UsedCiTokensStore } from './used-ci-tokens.store.js'

const mostAtOnce = 1000

/** Deletes used tokens of CI that are too old to be accepted again, and expired tokens that were exchanged for them. */
export class UsedCiTokens implements MaintenanceTask {
  readonly name = 'used-ci-tokens'
  readonly every = minutes(10)

  constructor(private readonly store: UsedCiTokensStore) {}

  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    for (const deleteSome of ['deleteUsed', 'deleteExpired'] as const)
      while ((await this.store[deleteSome](ctx, mostAtOnce)) === mostAtOnce)
        if (!(await shouldContinue())) return
  }
}
