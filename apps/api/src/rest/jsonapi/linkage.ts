import { inWord } from '../../http/aliases.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { mostItems } from '../../kernel/input.js'
import { invalidAt, RequestError } from './errors.js'
import type { Linkage, LinkageRules } from './resource.js'

/**
 * The resource identifiers of a relationship's body, which stand at the pointer. A body that is no list of them, or one
 * that is too long to be looked at, is refused there.
 */
export function parseLinkage(value: unknown, rules: LinkageRules, word: string, pointer = '/data'): Linkage {
  const data = fieldOf(value, 'data')
  if (!Array.isArray(data))
    throw new RequestError([
      invalidAt(pointer, data === undefined ? "Data can't be blank" : 'Data is invalid'),
    ])
  if (data.length > mostItems)
    throw new RequestError([invalidAt(pointer, faults.tooManyItems(mostItems, 'data').message)])
  const items: readonly unknown[] = data
  return {
    ids: items.map((item) => fieldOf(item, 'id')),
    ...(rules.attributes && { attributes: items.map((item) => fieldOf(item, 'attributes')) }),
    faults: items.flatMap((item, index) =>
      typeFaults(fieldOf(item, 'type'), inWord(rules.type, word), index),
    ),
  }
}

function typeFaults(type: unknown, expected: string, index: number): readonly Fault[] {
  if (type === expected) return []
  const isBlank = type === undefined || type === null || type === ''
  return [isBlank ? faults.blank(index, 'type') : faults.invalid(index, 'type')]
}

/** Undefined also where there can be no field at all. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
