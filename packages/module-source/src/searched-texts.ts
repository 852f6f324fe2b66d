import type { ModuleContents, ModulePartDocument } from './module-documents.js'
import type { SearchedText } from './search-words.js'

/** The folders that a search looks into: the root and the submodules. `parts` is the stored JSON text. */
export function searchedParts(parts: string): ModulePartDocument[] {
  const { root, submodules } = JSON.parse(parts) as ModuleContents
  return [...(root ? [root] : []), ...submodules]
}

/**
 * Texts that a search looks at besides the names of a module (contract §7). `parts` is the stored JSON text.
 */
export function searchedTexts(description: string, parts: string | undefined): SearchedText[] {
  const described: SearchedText = { text: description, weight: 'B' }
  if (parts === undefined) return [described]
  const all = searchedParts(parts)
  return [
    described,
    ...all.flatMap(declaredNames),
    ...all.map(({ readme }) => ({ text: readme, weight: 'D' }) as const),
  ]
}

function declaredNames({ path, inputs, outputs, resources }: ModulePartDocument): SearchedText[] {
  const names = [path, ...[...inputs, ...outputs].map(({ name }) => name)]
  return [...names, ...resources.map(({ name, type }) => `${type} ${name}`)].map((text) => ({
    text,
    weight: 'C',
  }))
}
