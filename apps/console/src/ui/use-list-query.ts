'use client'

import { useQueryKeepingPrevious } from '../data/query'
import { request } from '../data/request'
import type { TypedDocumentString } from '../data/generated/graphql'
import type { FetchPage } from './every-row'
import type { Connection } from './paged-list'

type PageNeeded = { page: { number?: number; size?: number } }

/** Asks for the page of a list that its state names; all that a `SearchedList` shows and exports. */
export function useListQuery<Data, Variables extends PageNeeded, Row>(
  document: TypedDocumentString<Data, Variables>,
  variables: Omit<Variables, 'page'>,
  { state: { page: number }, size }: { state: { page: number }; size: number },
  pick: (data: Data) => Connection<Row> | undefined,
) {
  const list = useQueryKeepingPrevious(document, { ...variables, page: { number, size } } as Variables)
  const fetchPage: FetchPage<Row> = async (page) =>
    pick(await request(document, { ...variables, page } as Variables))
  return { list, found: list.data && pick(list.data), fetchPage }
}
