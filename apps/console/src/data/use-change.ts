'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TypedDocumentString } from './generated/graphql'
import type { Area } from './query'
import { request } from './request'

/** Invalidates the queries of these areas, or all of them: what is in sight asks again. */
export function useInvalidate(areas?: readonly Area[]): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    if (areas === undefined) await client.invalidateQueries()
    else await Promise.all(areas.map((area) => client.invalidateQueries({ queryKey: [area] })))
  }
}

/**
 * A mutation of one field, which answers with its payload and invalidates the queries of `areas`, or else all of them;
 * also when it was refused, as what is shown may be out of date. What is refused comes back as `userErrors`; a failure
 * is shown as a toast and rejects.
 */
export function useChange<Data extends object, Input>(
  document: TypedDocumentString<Data, { input: Input }>,
  areas?: readonly Area[],
) {
  const invalidate = useInvalidate(areas)
  return useMutation({
    mutationFn: async (input: Input) =>
      Object.values(await request(document, { input }))[0] as Data[keyof Data],
    onSuccess: () => invalidate(),
  })
}
