import { useEffect, useRef } from 'react'
import type { ListState } from './list-state'

export type Asking<Flag extends string> = {
  /** What was asked for last. */
  asked: () => ListState<Flag>
  /** `typing` is true while a text grows, which should leave one history entry, not one a letter. */
  ask: (state: ListState<Flag>, typing?: boolean) => void
}

/**
 * The address, and with it the state, follows a change a little later. What was asked for last counts until then, so
 * that a filter picked while a search is still on its way is not forgotten.
 */
export function useAsked<Flag extends string>(
  state: ListState<Flag>,
  onChange: Asking<Flag>['ask'],
): Asking<Flag> {
  const last = useRef(state)
  const shown = JSON.stringify(state)
  useEffect(() => {
    last.current = JSON.parse(shown) as ListState<Flag>
  }, [shown])
  return {
    asked: () => last.current,
    ask: (next: ListState<Flag>, typing?: boolean) => {
      last.current = next
      onChange(next, typing)
    },
  }
}
