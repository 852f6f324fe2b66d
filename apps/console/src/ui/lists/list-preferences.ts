import { pageSizes } from './list-state'

/**
 * List preferences of this browser: rows on a page, hidden columns of each list, time format, and lists shown
 * as tables.
 */
export type ListPreferences = {
  readonly size: number
  readonly hidden: Readonly<Record<string, readonly string[]>>
  readonly times: 'relative' | 'exact'
  /** Lists shown as tables whose default is tall rows. */
  readonly tables: readonly string[]
}

/** A cookie, since the server lays out the first sight of a list by it. */
export const preferencesCookie = 'engine-lists'

export const usualPreferences: ListPreferences = { size: 20, hidden: {}, times: 'relative', tables: [] }

/** Reads stored preferences; an invalid value counts as absent. */
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
