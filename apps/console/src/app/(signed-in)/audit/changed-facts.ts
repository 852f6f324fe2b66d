import { isSame } from '~/data/merge'
import { numberText, sizeText } from '~/ui/text'

type Facts = Readonly<Record<string, unknown>>

export type ChangedFact = {
  name: string
  /** Undefined where there was, or is, none; a time is in ISO's form. */
  before: string | undefined
  after: string | undefined
}

/** Names that differ on screen from those in the record. */
const names: Readonly<Record<string, string>> = {
  'archive sha256': 'Checksum of the archive (SHA-256)',
  'archive size': 'Size of the archive',
  archs: 'Files',
  'ascii armor': 'Public key',
  'binary sha256': 'Checksum of the file (SHA-256)',
  'is site admin': 'Administrator',
  'kept months': 'Retention in months',
  sha: 'Checksum (SHA-256)',
  shasum: 'Checksum (SHA-256)',
  url: 'URL',
}

/** The states of a version, as its page says them. */
const states: Readonly<Record<string, string>> = {
  pending: 'waiting for its upload',
  ok: 'published',
  failed: 'refused',
}

/** `deprecatedReason` → `Deprecated reason`. */
export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
  return names[words] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The time of the change itself, which every change has, and where files lie, as older events say it. */
const always = new Set(['updatedAt'])
const internal = new Set(['storageKey', 'binaryKey', 'shasumsKey', 'shasumsSigKey'])

const isRecord = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const factsIn = (value: unknown): Facts => (isRecord(value) ? value : {})

/** Returns the facts of an object; nested facts are listed as well, under both names. */
function flat(facts: Facts, above = ''): [name: string, value: unknown][] {
  return Object.entries(facts).flatMap(([name, value]): [string, unknown][] => {
    if (internal.has(name)) return []
    const full = above === '' ? name : `${above} ${name}`
    return isRecord(value) ? flat(value, full) : [[full, value]]
  })
}

function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return /\bsize$/i.test(name) ? sizeText(value) : numberText(value)
  if (Array.isArray(value)) return listOf(value)
  if (typeof value !== 'string') return inFacts(value)
  return name === 'status' ? (states[value] ?? value) : value
}

/** Short texts in a line; things on a line each. */
function listOf(values: readonly unknown[]): string {
  if (values.length === 0) return 'none'
  return values.some(isRecord) ? values.map(itemOf).join('\n') : values.map(String).join(', ')
}

/** A file for a platform begins with that, and has a line for each other fact; its id says nothing more. */
function itemOf(value: unknown): string {
  if (!isRecord(value)) return String(value)
  const { os, arch, id: _, ...others } = value
  if (typeof os !== 'string' || typeof arch !== 'string') return inFacts(value)
  const facts = flat(others).map(([name, fact]) => `  ${inWords(name)}: ${textOf(name, fact) ?? 'none'}`)
  return [`${os}/${arch}`, ...facts].join('\n')
}

const inFacts = (value: unknown): string =>
  isRecord(value)
    ? flat(value)
        .map(([name, fact]) => `${inWords(name)}: ${textOf(name, fact) ?? 'none'}`)
        .join(', ')
    : String(value)

/** Returns the facts that differ before and after a change; all of them for something created or deleted. */
export function changedFacts(before: unknown, after: unknown): ChangedFact[] {
  const isChange = before !== null && after !== null
  const [old, current] = [new Map(flat(factsIn(before))), new Map(flat(factsIn(after)))]
  // A part that came or went is said by its own facts.
  const isWhole = (name: string) =>
    [old, current].some((facts) => [...facts.keys()].some((other) => other.startsWith(`${name} `)))
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((name) => !isWhole(name))
    .filter((name) => !isChange || (!always.has(name) && !isSame(old.get(name), current.get(name))))
    .map((name) => ({
      name: inWords(name),
      before: textOf(name, old.get(name)),
      after: textOf(name, current.get(name)),
    }))
}
