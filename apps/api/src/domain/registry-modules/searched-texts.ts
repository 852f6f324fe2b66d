import type { SearchedText } from './search-words.js'

interface Part {
  readonly path: string
  readonly readme: string
  readonly inputs: readonly { readonly name: string }[]
  readonly outputs: readonly { readonly name: string }[]
  readonly resources: readonly { readonly name: string; readonly type: string }[]
}

/** What a search looks at besides the names of a module (contract §7). `parts` is the stored JSON text. */
export function searchedTexts(description: string, parts: string | undefined): SearchedText[] {
  const described: SearchedText = { text: description, weight: 'B' }
  if (parts === undefined) return [described]
  const { root, submodules } = JSON.parse(parts) as { root: Part; submodules: readonly Part[] }
  const all = [root, ...submodules]
  return [
    described,
    ...all.flatMap(declaredNames),
    ...all.map(({ readme }) => ({ text: readme, weight: 'D' }) as const),
  ]
}

function declaredNames({ path, inputs, outputs, resources }: Part): SearchedText[] {
  const names = [path, ...[...inputs, ...outputs].map(({ name }) => name)]
  return [...names, ...resources.map(({ name, type }) => `${type} ${name}`)].map((text) => ({
    text,
    weight: 'C',
  }))
}
