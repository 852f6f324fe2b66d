import type { Icon } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { makeStore } from '../data/store'
import type { Action } from '../ui/action-button'

/** Something the palette offers while the page that declares it is shown. */
export type QuickAction = { label: string; icon: Icon; run: () => void }

type Declared = readonly { owner: symbol; actions: readonly QuickAction[] }[]

const nothing: Declared = []

const declared = makeStore(nothing)

/** Declares what can be done on this page while it is shown. Each rendering declares anew, for the palette alone. */
export function useQuickActions(actions: readonly QuickAction[]): void {
  useEffect(() => {
    const owner = Symbol('page')
    declared.set([...declared.get(), { owner, actions }])
    return () => declared.set(declared.get().filter((entry) => entry.owner !== owner))
  })
}

/** Declares what can be done now with the thing of a page; `nameOf` makes a label say of which thing. */
export const useActionsOfPage = (actions: readonly Action[], nameOf: (label: string) => string): void =>
  useQuickActions(
    actions
      .filter(({ disabledReason }) => disabledReason === undefined)
      .map(({ label, icon, run }) => ({ label: nameOf(label), icon, run })),
  )

export const useDeclaredActions = (): readonly QuickAction[] =>
  useSyncExternalStore(declared.subscribe, declared.get, () => nothing).flatMap(({ actions }) => actions)
