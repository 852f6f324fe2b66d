import type { SearchHitKind } from '~/data/generated/graphql'

/** The choices for what a token may do at most; those of `targets` ask for the one thing that it is for. */
export const scopeChoices = [
  { value: 'all', label: 'Full access' },
  { value: 'read', label: 'Read-only' },
  { value: 'registry', label: 'Install modules and providers' },
  { value: 'publish', label: 'Publish versions of one module' },
  { value: 'publish-provider', label: 'Publish versions of one provider' },
  { value: 'workspace', label: 'Read and write the state of one workspace' },
  { value: 'workspace-read', label: 'Read the state of one workspace' },
] as const

export type ScopeChoice = (typeof scopeChoices)[number]['value']

type Target = {
  label: string
  about: string
  /** What is suggested. */
  kind: SearchHitKind
  /** Of its address. The words tell modules from providers, so they are counted. */
  words: number
  scope: (address: string) => string
}

const workspace = {
  label: 'Workspace',
  about: 'Its organization and name, such as acme/network-production.',
  kind: 'WORKSPACE',
  words: 2,
} as const

/** What a choice asks for in addition. */
export const targets: Partial<Record<ScopeChoice, Target>> = {
  publish: {
    label: 'Module',
    about: 'Its namespace, name and provider, such as acme/network/aws.',
    kind: 'MODULE',
    words: 3,
    scope: (address) => `publish:${address}`,
  },
  'publish-provider': {
    label: 'Provider',
    about: 'Its namespace and type, such as acme/cloud.',
    kind: 'PROVIDER',
    words: 2,
    scope: (address) => `publish:${address}`,
  },
  workspace: { ...workspace, scope: (address) => `workspace:${address}` },
  'workspace-read': { ...workspace, scope: (address) => `workspace:${address}:read` },
}

/** Why an address is none of what was chosen, before it is sent; the API decides. */
export function addressFault(choice: ScopeChoice, address: string): string | undefined {
  const wanted = targets[choice]
  return wanted && address.trim().split('/').length !== wanted.words ? wanted.about : undefined
}

/** The scopes for the API; undefined for everything. */
export function scopesOf(choice: ScopeChoice, address: string): string[] | undefined {
  if (choice === 'all') return undefined
  return [targets[choice]?.scope(address.trim()) ?? choice]
}

/** What a token may do, as a sentence without its end. */
export const scopesInWords = (scopes: readonly string[]): string => scopes.map(inWords).join(', ')

function inWords(scope: string): string {
  const [kind, target, access] = scope.split(':')
  if (kind === 'publish') return `Publishes ${target}`
  if (kind === 'workspace') return `${access === 'read' ? 'Reads' : 'Writes'} the state of ${target}`
  return scopeChoices.find(({ value }) => value === scope)?.label ?? scope
}
