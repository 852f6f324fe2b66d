import { useEffect, useRef } from 'react'
import type { ListState } from './list-state'

export type Asking<State extends ListState> = {
  /** What was asked for last. */
  asked: () => State
  /** `typing` is true while a text grows, which should leave one history entry, not one a letter. */
  ask: (state: State, typing?: boolean) => void
}

/**
 * The address, and with it the state, follows a change a little later. What was asked for last counts until then, so
 * that a filter picked while a search is still on its way is not forgotten.
 */
export function useAsked<State extends ListState>(
  state: State,
  onChange: Asking<State>['ask'],
): Asking<State> {
  const last = useRef(state)
  const shown = JSON.stringify(state)
  useEffect(() => {
    last.current = JSON.parse(shown) as State
  }, [shown])
  return {
    asked: () => last.current,
    ask: (next, typing) => {
      last.current = next
      onChange(next, typing)
    },
  }
}
