import type { Clock } from '../../kernel/clock.js'
import { faults, type Fault } from '../../kernel/errors.js'
import type { Parsed } from '../../kernel/input.js'
import {
  changedDeprecation,
  deprecationChange,
  deprecationFault,
  deprecationVerb,
  type Deprecation,
  type DeprecationVerb,
} from './deprecation.js'
import { changedEndOfLife, deprecatedBy, endOfLifeChange, type EndOfLife } from './end-of-life.js'

/** The lifecycle of a published version of a module or a provider: its deprecation, and its end of life to come. */
export interface Lifecycle {
  readonly deprecation: Deprecation | null
  /** Null while it is deprecated. */
  readonly endOfLife: EndOfLife | null
}

/** A change: absent attributes stay. */
export const lifecycleChange = { ...deprecationChange, ...endOfLifeChange }

type Change = Parsed<typeof lifecycleChange>

export function changedLifecycle(clock: Clock, now: Lifecycle, change: Change): Lifecycle {
  const deprecation = changedDeprecation(now.deprecation, change)
  return { deprecation, endOfLife: changedEndOfLife(clock, now.endOfLife, change, deprecation !== null) }
}

export const isSameLifecycle = (one: Lifecycle, other: Lifecycle): boolean =>
  one.deprecation === other.deprecation && one.endOfLife === other.endOfLife

/** Fault of a version that is not published, at the attribute that asked for it. */
export const lifecycleFault = (change: Change): Fault =>
  change.endOfLife && !change.deprecation && !change.revocation
    ? faults.invalid('endOfLife')
    : deprecationFault(change)

/** Returns the lifecycle once its end of life has come. */
export const retired = ({ endOfLife }: Lifecycle): Lifecycle => ({
  deprecation: endOfLife && deprecatedBy(endOfLife),
  endOfLife: null,
})

/** Returns the verb of the audit log for a change. */
export const lifecycleVerb = (before: Lifecycle, after: Lifecycle): DeprecationVerb | 'set-end-of-life' =>
  before.deprecation === after.deprecation ? 'set-end-of-life' : deprecationVerb(after.deprecation)
