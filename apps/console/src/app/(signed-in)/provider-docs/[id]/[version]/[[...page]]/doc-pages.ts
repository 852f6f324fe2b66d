import { providerDocCategories } from '@engine/shared/provider-docs'
import type { ProviderDocCategory } from '~/data/generated/graphql'

/** Name of a category in the API, of its word in addresses; undefined for any other word. */
export function categoryOf(word: string): ProviderDocCategory | undefined {
  return providerDocCategories.some((each) => each === word)
    ? (word.replace('-', '_').toUpperCase() as ProviderDocCategory)
    : undefined
}

export const wordOf = (category: ProviderDocCategory): string => category.toLowerCase().replace('_', '-')

export const categoryNames: Readonly<Record<ProviderDocCategory, string>> = {
  OVERVIEW: 'Overview',
  GUIDES: 'Guides',
  RESOURCES: 'Resources',
  DATA_SOURCES: 'Data sources',
  FUNCTIONS: 'Functions',
  EPHEMERAL_RESOURCES: 'Ephemeral resources',
  LIST_RESOURCES: 'List resources',
  ACTIONS: 'Actions',
}
