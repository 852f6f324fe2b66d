import type { Type } from '../hcl/conversions.mjs'
import { structureOf } from '../hcl/types.mjs'
import type { WorkBudget } from './work-budget.js'

/**
 * Tells whether an input of the type `after` accepts every value that one of the type `before` accepted. Both
 * are as they are written. What cannot be decided is not accepted.
 */
export function acceptsAllOf(before: string, after: string, budget: WorkBudget): boolean {
  return isSurely(before, after, budget, (then, now) => takes(now, then, given))
}

/**
 * Tells whether an output of the type `after` still has what one of the type `before` had, as a caller reads
 * it. An optional attribute is there as well, so callers miss a removed one; `==` tells a number from its
 * text.
 */
export function providesAllOf(before: string, after: string, budget: WorkBudget): boolean {
  return isSurely(before, after, budget, (then, now) => takes(then, now, read))
}

function isSurely(
  before: string,
  after: string,
  budget: WorkBudget,
  compare: (before: Type, after: Type) => boolean,
): boolean {
  if (!budget.spend(before.length + after.length)) return false
  try {
    return compare(structureOf(before), structureOf(after))
  } catch {
    return false
  }
}

/** User of a value of a type: the module that receives it, or the caller that reads it. */
interface Side {
  /** True if a number or a truth value may stand for a text: the engine converts what is given. */
  readonly converts: boolean
  readonly takesAttributes: (wanted: Type, found: Type) => boolean
}

const given: Side = { converts: true, takesAttributes }
const read: Side = { converts: false, takesAttributes: hasAttributes }

function takes(after: Type, before: Type, side: Side): boolean {
  if (after.kind === 'any') return true
  if (side.converts && after.kind === 'string' && ['number', 'bool'].includes(before.kind)) return true
  if (after.kind !== before.kind) return false
  switch (after.kind) {
    case 'list':
    case 'set':
    case 'map':
      return after.of !== undefined && before.of !== undefined && takes(after.of, before.of, side)
    case 'tuple':
      return takesElements(after.elements ?? [], before.elements ?? [], side)
    case 'object':
      return side.takesAttributes(after, before)
    default:
      return true
  }
}

function takesElements(after: readonly Type[], before: readonly Type[], side: Side): boolean {
  return (
    after.length === before.length &&
    after.every((type, index) => {
      const earlier = before[index]
      return earlier !== undefined && takes(type, earlier, side)
    })
  )
}

/** Compares attributes; the engine leaves out given values that are not among them. */
function takesAttributes(after: Type, before: Type): boolean {
  return [...(after.attributes ?? [])].every(([name, { type, isOptional }]) => {
    const earlier = before.attributes?.get(name)
    if (!earlier) return isOptional
    return (isOptional || !earlier.isOptional) && takes(type, earlier.type, given)
  })
}

function hasAttributes(wanted: Type, found: Type): boolean {
  return [...(wanted.attributes ?? [])].every(([name, { type }]) => {
    const later = found.attributes?.get(name)
    return later !== undefined && takes(type, later.type, read)
  })
}
