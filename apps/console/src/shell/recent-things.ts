'use client'

import { useEffect } from 'react'
import { entriesOf, storedText, storeText } from '../data/stored'
import type { Thing } from './thing'
import { addUse } from './uses'
import { useViewer } from './viewer'

const most = 8

const keyOf = (userId: string): string => `engine-recent:${userId}`

/** Returns the list with this visit first, and each object once. */
export const withVisit = (recent: readonly Thing[], visited: Thing): Thing[] =>
  [visited, ...recent.filter(({ path }) => path !== visited.path)].slice(0, most)

/**
 * Returns the stored visits; those of unknown kinds, which another version of the console may have stored,
 * are left out.
 */
export const readThings = (text: string | null): Thing[] => entriesOf(text, isThing).slice(0, most)

function isThing(value: unknown): value is Thing {
  const { kind, label, path, hint } = (value ?? {}) as Partial<Record<keyof Thing, unknown>>
  return (
    typeof kind === 'string' &&
    typeof label === 'string' &&
    typeof path === 'string' &&
    /^\/(?!\/)/.test(path) &&
    (hint === undefined || typeof hint === 'string')
  )
}

export const recentThings = (userId: string): Thing[] => readThings(storedText(keyOf(userId)))

const store = (userId: string, things: readonly Thing[]): void =>
  storeText(keyOf(userId), JSON.stringify(things))

export const forgetThings = (userId: string): void => storeText(keyOf(userId), null)

/** Remembers in this browser that the user looked at this thing. */
export function addVisit(userId: string, thing: Thing): void {
  store(userId, withVisit(recentThings(userId), thing))
  addUse(userId, thing.path)
}

/** The same for the thing of a page. */
export function useVisit({ kind, label, path, hint }: Thing): void {
  const { id } = useViewer().user
  useEffect(() => {
    addVisit(id, { kind, label, path, ...(hint !== undefined && { hint }) })
  }, [id, kind, label, path, hint])
}

/** Removes the object of this address from recent visits, since it was deleted. */
export function ForgetVisit() {
  const { id } = useViewer().user
  useEffect(() => {
    const { pathname } = window.location
    const others = recentThings(id).filter(({ path }) => path !== pathname)
    store(id, others)
  }, [id])
  return null
}
