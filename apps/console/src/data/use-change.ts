'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TypedDocumentString } from './generated/graphql'
import { request } from './request'

/** Invalidates all queries: what is in sight asks again. */
export function useInvalidate(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}

/**
 * A mutation of one field, which answers with its payload and invalidates all queries; also when it was refused, as
 * what is shown may be out of date. What is refused comes back as `userErrors`; a failure is shown as a toast and
 * rejects.
 */
export function useChange<Data extends object, Input>(document: TypedDocumentString<Data, { input: Input }>) {
  const invalidate = useInvalidate()
  return useMutation({
    mutationKey: [document.toString()],
    mutationFn: async (input: Input) =>
      Object.values(await request(document, { input }))[0] as Data[keyof Data],
    onSuccess: invalidate,
  })
}
