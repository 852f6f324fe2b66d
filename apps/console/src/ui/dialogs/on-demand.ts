import { useSyncExternalStore } from 'react'
import { makeStore } from '~/data/store'

/** An overlay of every page; its code is fetched when it is first asked for. */
export function onDemand() {
  const wanted = makeStore(false)
  let tellHere = (): void => undefined
  const here = new Promise<void>((resolve) => (tellHere = resolve))
  return {
    /** Resolves once it is on the page. */
    ask(): Promise<void> {
      wanted.set(true)
      return here
    },
    /** Called once the component is on the page. */
    arrived: () => tellHere(),
    useWanted: () => useSyncExternalStore(wanted.subscribe, wanted.get, () => false),
  }
}
