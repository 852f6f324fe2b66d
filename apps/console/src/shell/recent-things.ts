'use client'

import { useEffect } from 'react'
import { entriesOf, storedText, storeText } from '../data/stored'
import { organizationIn } from './organization-pages'
import type { Thing } from './thing'
import { useViewer } from './viewer'

const most = 8

const keyOf = (userId: string): string => `engine-recent:${userId}`

/** With this thing first, each thing once. */
export const withVisit = (recent: readonly Thing[], visited: Thing): Thing[] =>
  [visited, ...recent.filter(({ path }) => path !== visited.path)].slice(0, most)

/** Of which kinds they are, another version of the console may have said. */
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

/** The organizations of what was looked at, the last first. */
export const organizationsOf = (things: readonly Thing[]): string[] => [
  ...new Set(things.flatMap(({ path }) => organizationIn(path) ?? [])),
]

const store = (userId: string, things: readonly Thing[]): void =>
  storeText(keyOf(userId), JSON.stringify(things))

export const forgetThings = (userId: string): void => storeText(keyOf(userId), null)

/** Remembers in this browser that the user looked at this thing. */
export const addVisit = (userId: string, thing: Thing): void =>
  store(userId, withVisit(recentThings(userId), thing))

/** The same for the thing of a page. */
export function useVisit({ kind, label, path, hint }: Thing): void {
  const { id } = useViewer().user
  useEffect(() => {
    addVisit(id, { kind, label, path, ...(hint !== undefined && { hint }) })
  }, [id, kind, label, path, hint])
}

/** The thing of this address is gone: it is offered no more. */
export function ForgetVisit() {
  const { id } = useViewer().user
  useEffect(() => {
    const { pathname } = window.location
    const others = recentThings(id).filter(({ path }) => path !== pathname)
    store(id, others)
  }, [id])
  return null
}
