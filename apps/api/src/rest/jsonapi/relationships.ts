import { invalidAt, type ErrorObject } from './errors.js'
import { parseLinkage } from './linkage.js'
import { kebab } from './names.js'
import type { BodyRules, Linkage } from './resource.js'

/** The relationships that a resource document brings along; one that is absent or null is not there. */
export function parseRelationships(
  given: unknown,
  { relationships: rules = {} }: BodyRules,
  word: string,
): { relationships: Readonly<Record<string, Linkage>>; errors: readonly ErrorObject[] } {
  const relationships: Record<string, Linkage> = {}
  const errors: ErrorObject[] = []
  for (const [name, linkage] of Object.entries(rules)) {
    const data = fieldOf(fieldOf(given, kebab(name)), 'data')
    if (data === undefined || data === null) continue
    const listed = linkage.isOne && isObject(data) ? [data] : data
    if (Array.isArray(listed))
      relationships[name] = parseLinkage({ data: listed }, linkage, word, pointerTo(name))
    else errors.push(invalidAt(pointerTo(name), 'Data is invalid'))
  }
  return { relationships, errors }
}

/** Where a relationship's identifiers stand in a resource document. */
export const pointerTo = (name: string): string => `/data/relationships/${kebab(name)}/data`

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
