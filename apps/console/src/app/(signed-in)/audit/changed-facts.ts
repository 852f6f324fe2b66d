type Facts = Readonly<Record<string, unknown>>

export type ChangedFact = {
  /** The name of the fact in words. */
  name: string
  /** Undefined where there was, or is, none. */
  before: string | undefined
  after: string | undefined
}

const factsIn = (value: unknown): Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Facts) : {}

/** `deprecatedReason` → `Deprecated reason`. */
export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** The time of the change itself, which every change has. */
const always = new Set(['updatedAt'])

/** What differs between what was recorded before and after; of a thing that was made or taken away, everything. */
export function changedFacts(before: unknown, after: unknown): ChangedFact[] {
  const [old, current] = [factsIn(before), factsIn(after)]
  const isChange = before !== null && after !== null
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .filter((name) => !isChange || (!always.has(name) && !isSame(old[name], current[name])))
    .map((name) => ({ name: inWords(name), before: textOf(old[name]), after: textOf(current[name]) }))
}

/** What is recorded comes as JSON, with its keys always in the same order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
