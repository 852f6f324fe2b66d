/**
 * The neutral word, in place of which the server answers to other words (contract §1). Paths, resource types, attribute
 * keys and headers that the schema names get their aliases here alone; values are never renamed.
 */
const neutralWord = 'engine'

/** Replaces the neutral word in a name by this one: `engine-versions` → `word-versions`. */
export function inWord(name: string, word: string): string {
  return name.replace(/(^|[-/])engine(?=[-/]|$)/gi, (found: string, lead: string) => {
    const isRaised = found.slice(lead.length).startsWith('E')
    return lead + (isRaised ? word.charAt(0).toUpperCase() + word.slice(1) : word)
  })
}

const holdsWord = (name: string): boolean => inWord(name, '') !== name

/** Returns the name itself and its aliases, without repetition. */
export function aliasesOf(
  name: string,
  aliases: readonly string[],
): readonly { name: string; word: string }[] {
  const own = { name, word: neutralWord }
  return holdsWord(name) ? [own, ...aliases.map((word) => ({ name: inWord(name, word), word }))] : [own]
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Renders the document as a caller of this path reads it: types in the path's word, attributes with their aliases. */
export function toDialect(document: unknown, word: string, aliases: readonly string[]): unknown {
  if (aliases.length === 0 || !isObject(document)) return document
  const { data, included, ...rest } = document
  return {
    ...(data !== undefined && { data: dataInDialect(data, word, aliases) }),
    ...(included !== undefined && { included: dataInDialect(included, word, aliases) }),
    ...rest,
  }
}

function dataInDialect(data: unknown, word: string, aliases: readonly string[]): unknown {
  if (Array.isArray(data)) return data.map((each) => dataInDialect(each, word, aliases))
  if (!isObject(data)) return data
  const { type, attributes, relationships } = data
  return {
    ...data,
    ...(typeof type === 'string' && { type: inWord(type, word) }),
    ...(isObject(attributes) && { attributes: withAliases(attributes, aliases) }),
    ...(isObject(relationships) && { relationships: relationshipsInDialect(relationships, word, aliases) }),
  }
}

function relationshipsInDialect(relationships: Json, word: string, aliases: readonly string[]): Json {
  const renamed = Object.entries(relationships).map(([name, relationship]) => [
    name,
    isObject(relationship) && relationship['data'] !== undefined
      ? { ...relationship, data: dataInDialect(relationship['data'], word, aliases) }
      : relationship,
  ])
  return Object.fromEntries(renamed) as Json
}

function withAliases(attributes: Json, aliases: readonly string[]): Json {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    aliasesOf(key, aliases).map((alias) => [alias.name, value]),
  )
  return Object.fromEntries(pairs) as Json
}
