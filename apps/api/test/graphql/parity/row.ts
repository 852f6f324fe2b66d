import type { Document, Facts } from './facts.js'
import type { Caller, World } from './world.js'

/** One resource of `/api/v2` that can be read, and how GraphQL is asked for the same. */
export interface Row {
  /** The path, with its query where the resource needs one. */
  rest(world: World, caller: Caller): string
  /** The fields that lead to the thing or the list, each with its arguments; `args` narrow a list. */
  graphql(world: World, args: string): readonly string[]
  /** What is asked of the thing, by the names that `facts` gives them: aliases say where the two faces differ. */
  fields: string
  /** What a document tells. */
  facts(document: Document): Facts
  /** What of GraphQL's answer REST has no words for is left out here, and what has no order is put in one. */
  shown?(facts: Facts): Facts
  /** The very same questions to both faces: a query string, and the arguments that mean it. */
  narrowed?: readonly (readonly [query: string, args: string])[]
  /** Whether it is another list for every caller, so that it is never missing. */
  isCallers?: boolean
  /** Whether GraphQL has no pages for it. */
  isShort?: boolean
  /** Whether REST shows an empty list where GraphQL has no organization to begin with. */
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

/** What an answer has where these fields lead; undefined where nothing is. */
export function answerAt(data: unknown, way: readonly string[]): unknown {
  let here = data
  for (const field of way) here = (here as Facts | null | undefined)?.[field.split('(')[0] ?? '']
  return here ?? undefined
}
