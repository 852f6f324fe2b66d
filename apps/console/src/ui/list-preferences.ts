import { pageSizes } from './list-state'

/** How this browser lays out lists: rows a page, which columns are left out of which, how times read, and which are tables. */
export type ListPreferences = {
  readonly size: number
  readonly hidden: Readonly<Record<string, readonly string[]>>
  readonly times: 'relative' | 'exact'
  /** Of the lists that are tall rows by themselves. */
  readonly tables: readonly string[]
}

/** A cookie, since the server lays out the first sight of a list by it. */
export const preferencesCookie = 'engine-lists'

export const usualPreferences: ListPreferences = { size: 20, hidden: {}, times: 'relative', tables: [] }

/** What makes no sense counts as absent. */
export function readPreferences(text = ''): ListPreferences {
  try {
    const { size, hidden, times, tables } = JSON.parse(text) as Partial<
      Record<keyof ListPreferences, unknown>
    >
    return {
      size: pageSizes.find((each) => each === size) ?? usualPreferences.size,
      hidden: Object.fromEntries(Object.entries(hidden ?? {}).filter(isChoice)),
      times: times === 'exact' ? times : usualPreferences.times,
      tables: areNames(tables) ? tables : usualPreferences.tables,
    }
  } catch {
    return usualPreferences
  }
}

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const isChoice = (entry: [string, unknown]): entry is [string, string[]] => areNames(entry[1])
