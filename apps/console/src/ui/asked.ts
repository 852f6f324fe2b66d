import { useEffect, useRef } from 'react'
import type { ListState } from './list-state'

/**
 * The address, and with it the state, follows a change a little later. What was asked for last counts until then, so
 * that a filter picked while a search is still on its way is not forgotten.
 */
export function useAsked<Flag extends string>(
  state: ListState<Flag>,
  onChange: (state: ListState<Flag>, typing?: boolean) => void,
) {
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
