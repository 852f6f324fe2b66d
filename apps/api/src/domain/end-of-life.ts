import { z } from 'zod'
import type { Clock } from '../kernel/clock.js'
import { faults, invalid } from '../kernel/errors.js'
import { momentText, note, type Parsed } from '../kernel/input.js'
import type { Deprecation } from './deprecation.js'

/** When a version becomes deprecated by itself, and why. What is deprecated already has none. */
export interface EndOfLife {
  readonly at: Date
  readonly reason: string
}

/** Keys as in documents, being objects within an attribute. Null takes it back; what is given replaces the whole. */
export const endOfLifeChange = {
  endOfLife: z
    .object({ date: momentText, reason: note(1000).nullish() })
    .nullish()
    .meta({ description: 'When it becomes deprecated by itself, and why.' }),
}

/** What a change makes of it: the very same where it says nothing. Whatever is deprecated then has come to its end. */
export function changedEndOfLife(
  clock: Clock,
  before: EndOfLife | null,
  { endOfLife: change }: Parsed<typeof endOfLifeChange>,
  isDeprecated: boolean,
): EndOfLife | null {
  if (isDeprecated && change) throw invalid(faults.invalid('endOfLife'))
  if (isDeprecated || change === null) return null
  if (change === undefined) return before
  const at = new Date(change.date)
  if (at <= clock.now()) throw invalid(faults.invalid('endOfLife', 'date'))
  return { at, reason: change.reason ?? '' }
}

/** Whether the time has come. */
export const isDue = ({ endOfLife }: { readonly endOfLife: EndOfLife | null }, clock: Clock): boolean =>
  endOfLife !== null && endOfLife.at <= clock.now()

/** What it is from then on. */
export const deprecatedBy = ({ reason }: EndOfLife): Deprecation => ({
  status: 'deprecated',
  reason,
  link: '',
  earlier: null,
})
