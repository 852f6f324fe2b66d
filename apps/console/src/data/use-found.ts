import { useQuery } from '@tanstack/react-query'
import type { TypedDocumentString } from './generated/graphql'
import { query } from './query'

/**
 * Times when answers of the server arrived on this page: an answer that is stored for the back button returns
 * as it was.
 */
const cameAt = new WeakMap<object, number>()

function arrivalOf(initial: object): number {
  const known = cameAt.get(initial) ?? Date.now()
  cameAt.set(initial, known)
  return known
}

/**
 * The thing of a page, which the server has found at first and the browser asks for from then on. A thing that was deleted
 * a moment ago stays until the page is left.
 */
export function useFound<Data extends object, Variables, Thing extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  initial: Data,
  pick: (data: Data) => Thing | null | undefined,
): { data: Data; found: Thing } {
  const { data = initial } = useQuery({
    ...query(document, variables),
    initialData: () => initial,
    initialDataUpdatedAt: () => arrivalOf(initial),
  })
  const found = pick(data) ?? pick(initial)
  if (!found) throw new Error('A page is about a thing that its server has found')
  return { data, found }
}
