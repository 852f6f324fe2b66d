import type { Type } from '../hcl/conversions.mjs'
import { structureOf } from '../hcl/types.mjs'
import type { Allowance } from './allowance.js'

/**
 * Whether an input of the type `after` takes whatever one of the type `before` took. Both are as they are written. What
 * cannot be told is not taken.
 */
export function takesAllOf(before: string, after: string, allowance: Allowance): boolean {
  if (!allowance.takes(before.length + after.length)) return false
  try {
    return takes(structureOf(after), structureOf(before))
  } catch {
    return false
  }
}

function takes(after: Type, before: Type): boolean {
  if (after.kind === 'any') return true
  if (after.kind === 'string' && ['number', 'bool'].includes(before.kind)) return true
  if (after.kind !== before.kind) return false
  switch (after.kind) {
    case 'list':
    case 'set':
    case 'map':
      return after.of !== undefined && before.of !== undefined && takes(after.of, before.of)
    case 'tuple':
      return takesElements(after.elements ?? [], before.elements ?? [])
    case 'object':
      return takesAttributes(after, before)
    default:
      return true
  }
}

function takesElements(after: readonly Type[], before: readonly Type[]): boolean {
  return (
    after.length === before.length &&
    after.every((type, index) => {
      const earlier = before[index]
      return earlier !== undefined && takes(type, earlier)
    })
  )
}

/** What is given and not among the attributes is left out by the engine. */
function takesAttributes(after: Type, before: Type): boolean {
  return [...(after.attributes ?? [])].every(([name, { type, isOptional }]) => {
    const earlier = before.attributes?.get(name)
    if (!earlier) return isOptional
    return (isOptional || !earlier.isOptional) && takes(type, earlier.type)
  })
}
