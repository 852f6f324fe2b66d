import type { Icon } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { makeStore } from '../data/store'
import type { Action } from '../ui/action-button'

/** Action that the palette offers on the page that declares it; `name` is the same on all pages of the kind. */
export type QuickAction = { label: string; icon: Icon; run: () => void; name?: string }

type Declared = readonly { owner: symbol; actions: readonly QuickAction[] }[]

const nothing: Declared = []

const declared = makeStore(nothing)

/**
 * Declares the actions of the shown page. Each rendering replaces them, without rendering anything but the
 * palette.
 */
export function useQuickActions(actions: readonly QuickAction[]): void {
  useEffect(() => {
    const owner = Symbol('page')
    declared.set([...declared.get(), { owner, actions }])
    runWanted(actions)
    return () => declared.set(declared.get().filter((entry) => entry.owner !== owner))
  })
}

/** Declares what can be done now with the thing of a page; `nameOf` makes a label say of which thing. */
export const useActionsOfPage = (actions: readonly Action[], nameOf: (label: string) => string): void =>
  useQuickActions(
    actions
      .filter(({ disabledReason }) => disabledReason === undefined)
      .map(({ label, icon, run }) => ({ label: nameOf(label), icon, run, name: label })),
  )

/**
 * The action to run once its page is there. It is in no address: a link of someone else could then do what the page asks
 * nothing before.
 */
let wanted: { path: string; name: string; until: number } | undefined

/** A page that takes longer was left for another one. */
const waits = 10_000

/** Runs an action of the page at an address, now if it is shown, else when it is. */
export function runOnPage(path: string, name: string, go: (path: string) => void): void {
  wanted = { path, name, until: Date.now() + waits }
  if (!runWanted(declared.get().flatMap(({ actions }) => actions))) go(path)
}

function runWanted(actions: readonly QuickAction[]): boolean {
  if (!wanted || Date.now() > wanted.until || window.location.pathname !== wanted.path) return false
  const action = actions.find(({ name }) => name === wanted?.name)
  if (action) wanted = undefined
  action?.run()
  return action !== undefined
}

export const useDeclaredActions = (): readonly QuickAction[] =>
  useSyncExternalStore(declared.subscribe, declared.get, () => nothing).flatMap(({ actions }) => actions)
