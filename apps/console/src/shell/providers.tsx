'use client'

import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ApiError } from '../data/answer'
import { dialogs } from '../ui/dialogs'
import { NavigationProvider } from '../ui/navigation'
import { dropFailure, toastFailure, toasts } from '../ui/toast'
import { cssVariables, theme } from './theme'

/** Failures worth a second try: not refusals, only broken connections. */
const mayPass = new Set(['UNREACHABLE', 'UNREADABLE'])

function makeQueryClient(): QueryClient {
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

export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient)
  // A refresh renders with a new nonce, but the browser still goes by the policy of the first answer.
  const [firstNonce] = useState(() => storeNonce(nonce))
  useEffect(() => void (document.documentElement.dataset['hydrated'] = ''), [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => firstNonce}
    >
      <QueryClientProvider client={queryClient}>
        <NavigationProvider>
          {children}
          <Overlays />
        </NavigationProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Dialogs keep the page behind them still with a style sheet made on the fly, by a library that looks here. */
function storeNonce(nonce: string): string {
  if (typeof window !== 'undefined') Object.assign(window, { __webpack_nonce__: nonce })
  return nonce
}

const Modals = lazy(async () => ({ default: (await import('./modals')).Modals }))
const Messages = lazy(async () => ({ default: (await import('./messages')).Messages }))

/** What lies over any page, once something was to be shown there. */
function Overlays() {
  const asked = dialogs.useWanted()
  const hasToasts = toasts.useWanted()
  return (
    <>
      {/* Each waits by itself: to fetch one must not hide the other. */}
      <Suspense>{asked && <Modals />}</Suspense>
      <Suspense>{hasToasts && <Messages />}</Suspense>
    </>
  )
}
