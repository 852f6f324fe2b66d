import { useSyncExternalStore } from 'react'

/** An overlay of every page; its code is fetched when it is first asked for. */
export function onDemand() {
  let wanted = false
  let tellHere = (): void => undefined
  const here = new Promise<void>((resolve) => (tellHere = resolve))
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    /** Resolves once it is on the page. */
    ask(): Promise<void> {
      wanted = true
      listeners.forEach((listener) => listener())
      return here
    },
    /** It is on the page. */
    arrived: () => tellHere(),
    useWanted: () =>
      useSyncExternalStore(
        subscribe,
        () => wanted,
        () => false,
      ),
  }
}
