/** The choices for what a token may do at most; `publish` asks for a module. */
export const reaches = [
  { value: 'all', label: 'Everything its owner may do' },
  { value: 'read', label: 'Look only' },
  { value: 'registry', label: 'Install modules and providers' },
  { value: 'publish', label: 'Publish versions of one module' },
] as const

export type Reach = (typeof reaches)[number]['value']

/** What the API is told; undefined for everything. */
export function scopesOf(reach: Reach, module: string): string[] | undefined {
  if (reach === 'all') return undefined
  return [reach === 'publish' ? `publish:${module.trim()}` : reach]
}

/** What a token may do, as a sentence without its end. */
export const scopesInWords = (scopes: readonly string[]): string =>
  scopes
    .map((scope) => {
      if (scope.startsWith('publish:')) return `Publishes ${scope.slice('publish:'.length)}`
      return reaches.find(({ value }) => value === scope)?.label ?? scope
    })
    .join(', ')
