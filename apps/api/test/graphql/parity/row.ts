import type { Document, Facts } from './facts.js'
import type { Caller, World } from './world.js'

/** One resource of `/api/v2` that can be read, and how GraphQL is asked for the same. */
export interface Row {
  /** The path, with its query where the resource needs one. */
  rest(world: World, caller: Caller): string
  /** The fields that lead to the thing or the list, each with its arguments; `args` narrow a list. */
  graphql(world: World, args: string): readonly string[]
  /** Fields of the thing, with the names in `facts`: aliases where the two faces differ. */
  fields: string
  /** Facts in a document. */
  facts(document: Document): Facts
  /** Removes facts for which REST has no words from GraphQL's answer, and sorts what has no order. */
  shown?(facts: Facts): Facts
  /** The very same questions to both faces: a query string, and the arguments that mean it. */
  narrowed?: readonly (readonly [query: string, args: string])[]
  /** True if every caller has a different list, so that it is never missing. */
  isCallers?: boolean
  /** True if GraphQL has no pages for it. */
  isShort?: boolean
  /** True if REST shows an empty list where GraphQL has no organization. */
  isEmptyBefore?: boolean
}

/** Every list is paged alike. */
export const pages = [['page[number]=2&page[size]=1', 'page: { number: 2, size: 1 }']] as const

/** Arguments in their parentheses, if there are any. */
export const withArgs = (field: string, args: string): string => (args ? `${field}(${args})` : field)

/** `{ organization(name: "acme") { teams { … } } }` from the fields that lead there. */
export function questionOf({ graphql, fields }: Row, world: World, args: string, isPaged: boolean): string {
  const way = graphql(world, args)
  const inner = isPaged ? `nodes { ${fields} } totalCount` : fields
  return `{ ${way.join(' { ')} { ${inner} ${'} '.repeat(way.length)}}`
}

/** Value in an answer at these fields; undefined if there is none. */
export function answerAt(data: unknown, way: readonly string[]): unknown {
  let here = data
  for (const field of way) here = (here as Facts | null | undefined)?.[field.split('(')[0] ?? '']
  return here ?? undefined
}
