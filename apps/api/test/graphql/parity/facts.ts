export type Facts = Record<string, unknown>

export interface Document {
  readonly id: string
  readonly attributes: Facts
  readonly relationships?: Record<string, { readonly data?: unknown }>
  readonly links?: Record<string, string>
}

const camel = (key: string): string => key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `deprecated-reason` and `deprecatedReason` are the same fact; what the caller may do stands among the others. */
export function factsOf({ id, attributes }: Document): Facts {
  const { permissions = {}, ...others } = attributes
  const all = { id, ...others, ...(permissions as Facts) }
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [camel(key), value]))
}

/** Words of an enumeration, which GraphQL spells in capitals. */
export function inCapitals(facts: Facts, ...keys: readonly string[]): Facts {
  const spelled = keys.map((key) => [key, String(facts[key]).toUpperCase().replaceAll('-', '_')])
  return { ...facts, ...Object.fromEntries(spelled) }
}

/** The same the other way round, of what may be null. */
export function inLowerCase(facts: Facts, key: string): Facts {
  const word = facts[key] as string | null
  return { ...facts, [key]: word?.toLowerCase() ?? null }
}

export function without(facts: Facts, ...keys: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([key]) => !keys.includes(key)))
}

/** Things that stand in no order, in one. */
export const byId = (things: readonly { id: string }[]): { id: string }[] =>
  [...things].sort((a, b) => (a.id < b.id ? -1 : 1))

/** The ids that a relationship names. */
export function idsIn({ relationships }: Document, name: string): string[] {
  return (relationships?.[name]?.data as { id: string }[]).map(({ id }) => id)
}

/** The id that a relationship names, or null. */
export function idIn({ relationships }: Document, name: string): string | null {
  return (relationships?.[name]?.data as { id: string } | null)?.id ?? null
}

/** Rights of the caller to an account; in GraphQL each mutation decides them. */
export const ofAccount = [
  ...['canCreateOrganizations', 'canChangeEmail', 'canChangeUsername', 'canManageUserTokens'],
]
