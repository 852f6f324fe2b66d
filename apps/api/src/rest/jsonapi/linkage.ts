import { inWord } from '../../http/aliases.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { invalidAt, RequestError } from './errors.js'
import type { Linkage, LinkageRules } from './resource.js'

/** The resource identifiers of a relationship's body. A body that is no list of them is refused at `/data`. */
export function parseLinkage(value: unknown, rules: LinkageRules, word: string): Linkage {
  const data = fieldOf(value, 'data')
  if (!Array.isArray(data))
    throw new RequestError([
      invalidAt('/data', data === undefined ? "Data can't be blank" : 'Data is invalid'),
    ])
  const items: readonly unknown[] = data
  return {
    ids: items.map((item) => fieldOf(item, 'id')),
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
