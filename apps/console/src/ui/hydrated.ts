import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the server's markup and while it comes to life, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
