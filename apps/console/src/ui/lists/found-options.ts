import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { numberText } from '../text'
import { type Noun, pluralOf, singularOf } from './noun'

type Found = {
  noun: Noun
  options: readonly ComboboxItem[]
  /** Number of matches that are not among the options. */
  hidden: number
  isFetching: boolean
}

/** The options as they were found: the server has searched already. */
const asFound: OptionsFilter = ({ options }) => options

/**
 * Options of a field whose choices the server finds as one types. Where more match than are shown, an option that
 * cannot be picked says how many; it is the first, since a long list is scrolled.
 */
export const foundOptions = ({ noun, options, hidden, isFetching }: Found) => ({
  data: [...(hidden > 0 ? [restOf(noun, hidden)] : []), ...options],
  filter: asFound,
  nothingFoundMessage: isFetching ? 'Searching…' : `No ${singularOf(noun)} matches`,
})

function restOf(noun: Noun, hidden: number): ComboboxItem {
  const text = `${numberText(hidden)} more ${hidden === 1 ? singularOf(noun) : pluralOf(noun)}: type to find them`
  return { value: text, label: text, disabled: true }
}

/** Number of matches that a page does not have. */
export const hiddenOf = (
  found: { nodes: readonly unknown[]; totalCount: number } | null | undefined,
): number => (found ? found.totalCount - found.nodes.length : 0)

/** The option of a thing that is called by its name alone. */
export const namedOption = (name: string): ComboboxItem => ({ value: name, label: name })
