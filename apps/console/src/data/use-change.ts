'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TypedDocumentString } from './generated/graphql'
import { request } from './request'

/**
 * A mutation of one field, which answers with its payload; everything in sight asks again afterwards. What is refused
 * comes back as `userErrors`; a failure is shown as a toast and rejects.
 */
export function useChange<Data extends object, Input>(document: TypedDocumentString<Data, { input: Input }>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) =>
      Object.values(await request(document, { input }))[0] as Data[keyof Data],
    onSuccess: () => client.invalidateQueries(),
  })
}
