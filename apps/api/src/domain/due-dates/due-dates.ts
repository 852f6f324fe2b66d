import type { OperationContext } from '../../kernel/context.js'

/** What has an end of life. */
export type RetiringKind = 'engine-version' | 'module-version' | 'provider-version'

export interface DueVersion {
  readonly kind: RetiringKind
  readonly id: string
}

/** Deprecates the version of this id, if its end of life has come. */
export type Retire = (ctx: OperationContext, id: string) => Promise<void>
