import { useEffect } from 'react'
import type { Thing } from './thing'
import { useViewer } from './viewer'

const most = 8

const keyOf = (userId: string): string => `engine-recent:${userId}`

/** With this thing first, each thing once. */
export const withVisit = (recent: readonly Thing[], visited: Thing): Thing[] =>
  [visited, ...recent.filter(({ path }) => path !== visited.path)].slice(0, most)

/** What is stored, as far as it can be things; of which kinds they are, another version of the console may have said. */
export function readThings(text: string | null): Thing[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isThing).slice(0, most) : []
  } catch {
    return []
  }
}

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

/** A browser may refuse to store anything: then nothing is recent. */
function orNothing<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const recentThings = (userId: string): Thing[] =>
  orNothing(() => readThings(localStorage.getItem(keyOf(userId)))) ?? []

const store = (userId: string, things: readonly Thing[]): void =>
  orNothing(() => localStorage.setItem(keyOf(userId), JSON.stringify(things)))

export const forgetThings = (userId: string): void => orNothing(() => localStorage.removeItem(keyOf(userId)))

/** Leaves out a thing that is not there any more. */
export const forgetThing = (userId: string, path: string): void =>
  store(
    userId,
    recentThings(userId).filter((thing) => thing.path !== path),
  )

/** Remembers in this browser that the user looked at this thing. */
export function useVisit({ kind, label, path, hint }: Thing): void {
  const { id } = useViewer().user
  useEffect(() => {
    const visited = { kind, label, path, ...(hint !== undefined && { hint }) }
    store(id, withVisit(recentThings(id), visited))
  }, [id, kind, label, path, hint])
}
