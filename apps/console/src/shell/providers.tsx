'use client'

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { NavigationProvider } from '../ui/navigation'
import { Overlays } from './overlays'
import { makeQueryClient } from './query-client'
import { cssVariables, theme } from './theme'

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
