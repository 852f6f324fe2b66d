import type { OperationContext } from '../../kernel/context.js'

/** What has to be done now and then, by one of the processes. Whatever it is, doing it twice or half does no harm. */
export interface MaintenanceTask {
  readonly name: string
  /** In milliseconds, from the end of one turn to the begin of the next. */
  readonly every: number
  /** Calls `shouldContinue` after each small step, and ends early where that is false. Whatever it throws is tried again. */
  run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void>
}

/** Keeps the turn for another while; false when the process is about to stop. */
export type ShouldContinue = () => Promise<boolean>
