import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { TypedDocumentString } from './generated/graphql'
import { request } from './request'

/** A question for `useQuery`. */
export const query = <Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) =>
  queryOptions({
    queryKey: [document.toString(), variables],
    queryFn: ({ signal }) => request(document, variables, signal),
  })

/** Asks; what was found before stays in sight while another page or search is on its way. */
export const useQueryKeepingPrevious = <Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled = true } = {},
) => useQuery({ ...query(document, variables), placeholderData: keepPreviousData, enabled })
