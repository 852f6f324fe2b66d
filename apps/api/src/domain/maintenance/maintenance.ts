import type { OperationContext } from '../../kernel/context.js'

/** A recurring task, run by one of the processes. Doing it twice or half does no harm. */
export interface MaintenanceTask {
  readonly name: string
  /** The pause from the end of one run to the begin of the next, in milliseconds. */
  readonly every: number
  /** Calls `shouldContinue` after each small step, and ends early where that is false. Whatever it throws is tried again. */
  run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void>
}

/** Renews the lease; false when the process is about to stop. */
export type ShouldContinue = () => Promise<boolean>
