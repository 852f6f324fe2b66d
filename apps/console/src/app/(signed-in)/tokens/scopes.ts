/** The choices for what a token may do at most; the last two ask for a module or a provider. */
export const scopeChoices = [
  { value: 'all', label: 'Full access' },
  { value: 'read', label: 'Read-only' },
  { value: 'registry', label: 'Install modules and providers' },
  { value: 'publish', label: 'Publish versions of one module' },
  { value: 'publish-provider', label: 'Publish versions of one provider' },
] as const

export type ScopeChoice = (typeof scopeChoices)[number]['value']

/** What a choice asks for in addition. The words of an address tell modules from providers, so they are counted. */
export const publishes: Partial<Record<ScopeChoice, { label: string; about: string; words: number }>> = {
  publish: {
    label: 'Module',
    about: 'Its namespace, name and provider, such as acme/network/aws.',
    words: 3,
  },
  'publish-provider': { label: 'Provider', about: 'Its namespace and type, such as acme/cloud.', words: 2 },
}

/** Why an address is none of what was chosen, before it is sent; the API decides. */
export function addressFault(choice: ScopeChoice, address: string): string | undefined {
  const wanted = publishes[choice]
  return wanted && address.trim().split('/').length !== wanted.words ? wanted.about : undefined
}

/** The scopes for the API; undefined for everything. */
export function scopesOf(choice: ScopeChoice, address: string): string[] | undefined {
  if (choice === 'all') return undefined
  return [choice in publishes ? `publish:${address.trim()}` : choice]
}

/** What a token may do, as a sentence without its end. */
export const scopesInWords = (scopes: readonly string[]): string =>
  scopes
    .map((scope) => {
      if (scope.startsWith('publish:')) return `Publishes ${scope.slice('publish:'.length)}`
      return scopeChoices.find(({ value }) => value === scope)?.label ?? scope
    })
    .join(', ')
