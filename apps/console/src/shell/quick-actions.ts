import type { Icon } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'

/** Something the palette offers while the page that declares it is shown. */
export type QuickAction = { label: string; icon: Icon; run: () => void }

let declared: readonly { owner: symbol; actions: readonly QuickAction[] }[] = []
const listeners = new Set<() => void>()

function change(next: typeof declared): void {
  declared = next
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const nothing: typeof declared = []

/**
 * Declares what can be done on this page; it leaves the palette together with the page. Each rendering
 * declares anew, which renders the palette alone.
 */
export function useQuickActions(actions: readonly QuickAction[]): void {
  useEffect(() => {
    const owner = Symbol('page')
    change([...declared, { owner, actions }])
    return () => change(declared.filter((entry) => entry.owner !== owner))
  })
}

export const useDeclaredActions = (): readonly QuickAction[] =>
  useSyncExternalStore(
    subscribe,
    () => declared,
    () => nothing,
  ).flatMap(({ actions }) => actions)
