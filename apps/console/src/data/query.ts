import { queryOptions } from '@tanstack/react-query'
import type { TypedDocumentString } from './generated/graphql'
import { request } from './request'

/** The first part of every query key: what a change makes stale at once. */
export type Area =
  'audit' | 'engine-versions' | 'modules' | 'organizations' | 'sessions' | 'tokens' | 'users' | 'viewer'

/** A question for `useQuery`, filed under its area. */
export const query = <Data, Variables>(
  area: Area,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) =>
  queryOptions({
    queryKey: [area, document.toString(), variables],
    queryFn: ({ signal }) => request(document, variables, signal),
  })
