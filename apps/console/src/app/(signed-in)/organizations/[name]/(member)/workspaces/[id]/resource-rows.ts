import type { FoundState } from './queries'

export type ResourceRow = NonNullable<FoundState['resources']>[number]

/** `registry.example/acme/aws` of `provider["registry.example/acme/aws"]`. */
export const providerOf = (address: string): string => /provider\["([^"]+)"\]/.exec(address)?.[1] ?? address

/** By module, the root first, then by type; data sources after what is managed. */
export function sortedResources(rows: readonly ResourceRow[]): ResourceRow[] {
  const key = ({ module, mode, type }: ResourceRow) => `${module}\n${mode === 'DATA' ? 1 : 0}\n${type}`
  return [...rows].sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

/** Those of which the type, the module or the provider contains this text. */
export function matching(rows: readonly ResourceRow[], search: string): ResourceRow[] {
  const wanted = search.trim().toLowerCase()
  return rows.filter(({ type, module, provider }) =>
    [type, module, provider].some((text) => text.toLowerCase().includes(wanted)),
  )
}
