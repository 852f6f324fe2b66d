import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../data/answer'
import { toastFailure } from '../ui/toast'

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
    mutationCache: new MutationCache({ onError: toastFailure }),
  })
}
