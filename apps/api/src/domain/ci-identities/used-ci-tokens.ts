import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import type { UsedCiTokensStore } from './used-ci-tokens.store.js'

const mostAtOnce = 1000

/** Forgets tokens of CI that are no good any more by their age, and deletes those that were given for them. */
export class UsedCiTokens implements MaintenanceTask {
  readonly name = 'used-ci-tokens'
  readonly every = minutes(10)

  constructor(private readonly store: UsedCiTokensStore) {}

  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    for (const step of ['deleteUsed', 'deleteExpired'] as const)
      while ((await this.store[step](ctx, mostAtOnce)) === mostAtOnce) if (!(await shouldContinue())) return
  }
}
