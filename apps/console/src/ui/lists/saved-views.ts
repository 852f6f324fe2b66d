import { entriesOf, storedText, storeText } from '~/data/stored'

/** A view of a list: its filters, order and columns as a query of its address, under a name. */
export type SavedView = { readonly name: string; readonly query: string }

const most = 20

const keyOf = (userId: string, list: string): string => `engine-views:${userId}:${list}`

const isView = (value: unknown): value is SavedView => {
  const { name, query } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>
  return typeof name === 'string' && typeof query === 'string'
}

export const savedViews = (userId: string, list: string): SavedView[] =>
  entriesOf(storedText(keyOf(userId, list)), isView).slice(0, most)

/** Returns the views with this one, which replaces one of the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].slice(-most)

export const storeViews = (userId: string, list: string, views: readonly SavedView[]): void =>
  storeText(keyOf(userId, list), JSON.stringify(views))
