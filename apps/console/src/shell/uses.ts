import { entriesOf, storedText, storeText } from '../data/stored'

/** An address and how often the user opened it. */
type Use = { path: string; times: number }

const most = 200

const keyOf = (userId: string): string => `engine-uses:${userId}`

function isUse(value: unknown): value is Use {
  const { path, times } = (value ?? {}) as Partial<Record<keyof Use, unknown>>
  return typeof path === 'string' && Number.isSafeInteger(times)
}

/** Returns the uses with one more of this address, the last one first; those of long ago fall out. */
export function withUse(uses: readonly Use[], path: string): Use[] {
  const before = uses.find((use) => use.path === path)?.times ?? 0
  return [{ path, times: before + 1 }, ...uses.filter((use) => use.path !== path)].slice(0, most)
}

const usesOf = (userId: string): Use[] => entriesOf(storedText(keyOf(userId)), isUse)

/** Remembers in this browser that the user opened this address. */
export const addUse = (userId: string, path: string): void =>
  storeText(keyOf(userId), JSON.stringify(withUse(usesOf(userId), path)))

export const forgetUses = (userId: string): void => storeText(keyOf(userId), null)

/** Returns how often the user opened an address. */
export function timesUsed(userId: string): (path: string) => number {
  const times = new Map(usesOf(userId).map((use) => [use.path, use.times]))
  return (path) => times.get(path) ?? 0
}
