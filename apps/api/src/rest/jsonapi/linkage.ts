import { inWord } from '../../http/aliases.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { mostItems } from '../../kernel/input.js'
import { invalidAt, RequestError, type ErrorObject } from './errors.js'
import type { Linkage, LinkageRules, BodyRules } from './resource.js'
import { kebab } from './names.js'

/** Parses identifiers, which stand at the pointer; refuses there a body that is no list, or too long a one. */
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

/** The relationships that a resource document brings along; one that is absent or null is not there. */
export function parseRelationships(
  given: unknown,
  { relationships: rules = {} }: BodyRules,
  word: string,
): { relationships: Readonly<Record<string, Linkage>>; errors: readonly ErrorObject[] } {
  const relationships: Record<string, Linkage> = {}
  const errors: ErrorObject[] = []
  for (const [name, linkage] of Object.entries(rules)) {
    const [sent] = [kebab(name), kebab(name).replaceAll('-', '_')]
      .map((each) => fieldOf(given, each))
      .filter((each) => each !== undefined)
    const data = fieldOf(sent, 'data')
    if (data === undefined || data === null) continue
    if (linkage.refusal !== undefined) {
      if (!Array.isArray(data) || data.length > 0) errors.push(invalidAt(pointerTo(name), linkage.refusal))
      continue
    }
    const listed = linkage.isOne && isObject(data) ? [data] : data
    if (Array.isArray(listed))
      relationships[name] = parseLinkage({ data: listed }, linkage, word, pointerTo(name))
    else errors.push(invalidAt(pointerTo(name), 'Data is invalid'))
  }
  return { relationships, errors }
}

/** Pointer to a relationship's identifiers in a resource document. */
export const pointerTo = (name: string): string => `/data/relationships/${kebab(name)}/data`

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined also where there can be no field at all. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
