import { z } from 'zod'
import type { Clock } from '../../kernel/clock.js'
import { faults, invalid } from '../../kernel/errors.js'
import { momentText, note, type Parsed } from '../../kernel/input.js'
import type { Deprecation } from './deprecation.js'

/** The date on which a version becomes deprecated by itself, and the reason. A deprecated version has none. */
export interface EndOfLife {
  readonly at: Date
  readonly reason: string
}

/** A change, with keys as in documents, since it is an object within an attribute. Null removes it; a value replaces it. */
export const endOfLifeChange = {
  endOfLife: z
    .object({ date: momentText, reason: note(1000).nullish() })
    .nullish()
    .meta({ description: 'When it becomes deprecated by itself, and why.' }),
}

/** Returns the end of life after a change; the same object where it changes nothing, null for a deprecated version. */
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

/** True once the date has come. */
export const isDue = ({ endOfLife }: { readonly endOfLife: EndOfLife | null }, clock: Clock): boolean =>
  endOfLife !== null && endOfLife.at <= clock.now()

/** Returns the deprecation from that date on. */
export const deprecatedBy = ({ reason }: EndOfLife): Deprecation => ({
  status: 'deprecated',
  reason,
  link: '',
  earlier: null,
})
