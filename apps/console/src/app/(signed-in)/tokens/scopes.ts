/** The choices for what a token may do at most; the last two ask for a module or a provider. */
export const reaches = [
  { value: 'all', label: 'Everything its owner may do' },
  { value: 'read', label: 'Look only' },
  { value: 'registry', label: 'Install modules and providers' },
  { value: 'publish', label: 'Publish versions of one module' },
  { value: 'publish-provider', label: 'Publish versions of one provider' },
] as const

export type Reach = (typeof reaches)[number]['value']

/** What a choice asks for besides. The words of an address tell modules from providers, so they are counted. */
export const publishes: Partial<Record<Reach, { label: string; about: string; words: number }>> = {
  publish: {
    label: 'Module',
    about: 'Its namespace, name and provider, such as acme/network/aws.',
    words: 3,
  },
  'publish-provider': { label: 'Provider', about: 'Its namespace and type, such as acme/cloud.', words: 2 },
}

/** Why an address is none of what was chosen, before it is sent; the API decides. */
export function addressFault(reach: Reach, address: string): string | undefined {
  const wanted = publishes[reach]
  return wanted && address.trim().split('/').length !== wanted.words ? wanted.about : undefined
}

/** What the API is told; undefined for everything. */
export function scopesOf(reach: Reach, address: string): string[] | undefined {
  if (reach === 'all') return undefined
  return [reach in publishes ? `publish:${address.trim()}` : reach]
}

/** What a token may do, as a sentence without its end. */
export const scopesInWords = (scopes: readonly string[]): string =>
  scopes
    .map((scope) => {
      if (scope.startsWith('publish:')) return `Publishes ${scope.slice('publish:'.length)}`
      return reaches.find(({ value }) => value === scope)?.label ?? scope
    })
    .join(', ')
