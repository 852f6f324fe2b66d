import { z } from 'zod'
import { note, parseCreation } from '../../kernel/input.js'
import { deprecationChange, type Deprecation } from '../lifecycle/deprecation.js'
import type { Lifecycle } from '../lifecycle/lifecycle.js'
import type { Value } from './bulk-act.js'

/** The setting of acts that deprecate. */
const shape = { deprecation: z.object({ reason: note(1000), link: note(2048).nullish() }) }

type Settings = z.output<z.ZodObject<typeof shape>>

/** The lifecycle of a version as a value of acts. */
export interface LifecycleValue {
  readonly deprecation: Deprecation | null
  readonly endOfLife: { readonly date: string; readonly reason: string } | null
}

export function parseDeprecation(raw: Value): Value {
  const { deprecation } = parseCreation(shape, raw)
  const { reason, link } = deprecation
  parseCreation(deprecationChange, { deprecation: { 'deprecated-status': 'Deprecated', reason, link } })
  return { deprecation }
}

/** Returns the deprecation that the settings ask for. */
export function deprecationOf(settings: Value): Deprecation {
  const { reason, link } = (settings as Settings).deprecation
  return { status: 'deprecated', reason, link: link ?? '', earlier: null }
}

export const lifecycleValueOf = ({ deprecation, endOfLife }: Lifecycle): LifecycleValue => ({
  deprecation,
  endOfLife: endOfLife && { date: endOfLife.at.toISOString(), reason: endOfLife.reason },
})

/** Returns the lifecycle with the deprecation of the settings; one that is deprecated or revoked keeps its own. */
export const deprecated = (value: LifecycleValue, settings: Value): LifecycleValue =>
  value.deprecation === null ? { deprecation: deprecationOf(settings), endOfLife: null } : value

/** Returns the change that a thing alone takes to get such a deprecation. */
export const deprecationChangeTo = (deprecation: Deprecation | null) => ({
  deprecation: deprecation && {
    'deprecated-status': 'Deprecated',
    reason: deprecation.reason,
    link: deprecation.link,
  },
})

/** Returns the same for a version. */
export const lifecycleChangeTo = ({ deprecation, endOfLife }: LifecycleValue) => ({
  ...deprecationChangeTo(deprecation),
  ...(deprecation === null && endOfLife && { endOfLife }),
})
