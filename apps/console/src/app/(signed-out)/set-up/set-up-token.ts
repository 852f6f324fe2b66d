import { useEffect, useState } from 'react'
import { paths } from '~/paths'

/**
 * The token of the set-up link. It leaves the address bar as soon as it is read, so that it stays neither in the
 * history nor on a shared screen.
 */
export function useSetUpToken(): string | undefined {
  const [token] = useState(() =>
    typeof window === 'undefined' ? null : new URLSearchParams(window.location.search).get('token'),
  )
  useEffect(() => window.history.replaceState(null, '', paths.setUp()), [])
  return token || undefined
}
