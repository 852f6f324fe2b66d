import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../data/answer'
import { dropFailure, toastFailure } from '../ui/toast'

/** Failures worth a second try: not refusals, only broken connections. */
const mayPass = new Set(['UNREACHABLE', 'UNREADABLE'])

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => error instanceof ApiError && mayPass.has(error.code) && failures < 1,
        retryDelay: 500,
      },
    },
    mutationCache: new MutationCache({
      onError: (error, input, _, { options }) => toastFailure(error, nameOf(options.mutationKey, input)),
      onSuccess: (_data, input, _, { options }) => dropFailure(nameOf(options.mutationKey, input)),
    }),
  })
}

/** The same for each try of one change: what is done, and to which thing. */
function nameOf(key: readonly unknown[] | undefined, input: unknown): string {
  const { id } = (input ?? {}) as { id?: unknown }
  return JSON.stringify([key, id])
}
