import { pageSizes } from './list-state'

/** How this browser lays out lists: rows a page, and which columns of which list are left out, and how times read. */
export type ListPreferences = {
  readonly size: number
  readonly hidden: Readonly<Record<string, readonly string[]>>
  readonly times: 'relative' | 'exact'
}

/** A cookie, since the server lays out the first sight of a list by it. */
export const preferencesCookie = 'engine-lists'

export const usualPreferences: ListPreferences = { size: 20, hidden: {}, times: 'relative' }

/** What makes no sense counts as absent. */
export function readPreferences(text = ''): ListPreferences {
  try {
    const { size, hidden, times } = JSON.parse(text) as Partial<Record<keyof ListPreferences, unknown>>
    return {
      size: pageSizes.find((each) => each === size) ?? usualPreferences.size,
      hidden: Object.fromEntries(Object.entries(hidden ?? {}).filter(isChoice)),
      times: times === 'exact' ? times : usualPreferences.times,
    }
  } catch {
    return usualPreferences
  }
}

const isChoice = (entry: [string, unknown]): entry is [string, string[]] =>
  Array.isArray(entry[1]) && entry[1].every((key) => typeof key === 'string')
