import type { SearchHitKind } from '~/data/generated/graphql'
import { count } from '~/ui/text'

/** The choices for what a token may do at most; those of `targets` ask for the one thing that it is for. */
export const scopeChoices = [
  { value: 'all', label: 'Full access' },
  { value: 'read', label: 'Read-only' },
  { value: 'registry', label: 'Install modules and providers' },
  { value: 'publish', label: 'Publish versions of one module' },
  { value: 'publish-provider', label: 'Publish versions of one provider' },
  { value: 'workspaces', label: 'Manage workspaces and their states' },
  { value: 'workspace', label: 'Read and write the state of one workspace' },
  { value: 'workspace-read', label: 'Read the state of one workspace' },
] as const

export type ScopeChoice = (typeof scopeChoices)[number]['value']

type PurposeFacts = {
  label: string
  /** Right of such a token, as the end of a sentence that begins with `It`. */
  does: string
  /** Choices of `scopeChoices` for this purpose; a single one is chosen already. */
  scopes: readonly ScopeChoice[]
  /** True if its target installs modules and providers too. */
  installs?: true
}

/** Common purposes of tokens: each sets what the token may do, and for how long. */
export const purposes = {
  cli: { label: 'CLI on my machine', does: 'has your rights', scopes: ['all'] },
  publish: {
    label: 'CI that publishes',
    does: 'publishes versions of one module or provider, and installs from the registry',
    scopes: ['publish', 'publish-provider'],
    installs: true,
  },
  state: {
    label: 'CI that writes state',
    does: 'reads and writes the state of one workspace, and installs from the registry',
    scopes: ['workspace'],
    installs: true,
  },
  other: {
    label: 'Other',
    does: 'has the scope and the lifetime that you choose',
    scopes: scopeChoices.map(({ value }) => value),
  },
} as const satisfies Record<string, PurposeFacts>

export type Purpose = keyof typeof purposes

export const factsOf = (purpose: Purpose): PurposeFacts => purposes[purpose]

/** Presets in a link to the dialog: a choice of scope and the address of its target. */
export type TokenPresets = { scope?: ScopeChoice | undefined; target?: string | undefined }

/** The parameters of an address that {@link presetsIn} reads. */
export const presetParameters = ['scope', 'target'] as const

export function presetsIn(search: { get: (name: string) => string | null }): TokenPresets {
  const scope = scopeChoices.find(({ value }) => value === search.get('scope'))?.value
  return { scope, target: search.get('target') ?? undefined }
}

/** The narrowest that comes with this scope; none without one. */
export function purposeOf({ scope }: TokenPresets): Purpose | undefined {
  const all = Object.keys(purposes) as Purpose[]
  return scope && all.find((purpose) => factsOf(purpose).scopes.includes(scope))
}

type Target = {
  label: string
  about: string
  /** Kind of the suggestions. */
  kind: SearchHitKind
  /** Number of words in the address, which tells modules from providers. */
  words: number
  scope: (address: string) => string
}

const workspace = {
  label: 'Workspace',
  about: 'Its organization and name, such as acme/network-production.',
  kind: 'WORKSPACE',
  words: 2,
} as const

/** Additional field of a choice. */
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

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
] as const

export type Lifetime = (typeof lifetimes)[number]['value'] | 'longest' | 'day'

const secondsADay = 24 * 60 * 60

/** `30 days`, `12 hours`. */
export function lifetimeInWords(seconds: number): string {
  if (seconds >= 2 * secondsADay) return count(Math.floor(seconds / secondsADay), 'day')
  return seconds >= 3600
    ? count(Math.floor(seconds / 3600), 'hour')
    : count(Math.max(1, Math.floor(seconds / 60)), 'minute')
}

/** Returns the default lifetime of a token. */
export const usualLifetime = (maximum: number | null): Lifetime =>
  maximum === null || maximum > 90 * secondsADay ? '90' : 'longest'

/** The choices for how long a token works, by the longest life that the platform allows; `day` asks for a date. */
export function lifetimesWithin(maximum: number | null): readonly { value: Lifetime; label: string }[] {
  const day = { value: 'day', label: 'Until a day of your choice' } as const
  if (maximum === null) return [...lifetimes, day]
  const longest = { value: 'longest', label: `${lifetimeInWords(maximum)}, the longest allowed` } as const
  return [
    ...lifetimes.filter(({ value }) => Number(value) * secondsADay < maximum),
    longest,
    ...(maximum < secondsADay ? [] : [day]),
  ]
}

/**
 * Returns when a token with this choice expires: that number of days from now, or at the end of the chosen
 * day in the reader's time zone. Undefined while no day is chosen, and for the longest lifetime, whose end
 * the platform decides.
 */
export function expiryOf(lifetime: Lifetime, day: string | null, now: Date): Date | undefined {
  if (lifetime === 'longest') return undefined
  if (lifetime !== 'day') return new Date(now.getTime() + Number(lifetime) * 24 * 60 * 60 * 1000)
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end
}

/** The last day at whose end a token may still work, by the longest life that the platform allows. */
export const lastWholeDay = (maximum: number, now: Date): Date =>
  new Date(now.getTime() + (maximum - secondsADay) * 1000)

/** Returns why a choice is missing, or an address does not fit it, before it is sent; the API decides. */
export function scopeFault(choice: ScopeChoice | null, address: string): string | undefined {
  if (choice === null) return 'Choose a scope.'
  const wanted = targets[choice]
  return wanted && address.trim().split('/').length !== wanted.words ? wanted.about : undefined
}

/** The scopes for the API; undefined for everything. */
export function scopesOf(purpose: Purpose, choice: ScopeChoice, address: string): string[] | undefined {
  if (choice === 'all') return undefined
  const scope = targets[choice]?.scope(address.trim()) ?? choice
  return factsOf(purpose).installs ? [scope, 'registry'] : [scope]
}

/** Returns what a token may do, as a sentence without its end. */
export const scopesInWords = (scopes: readonly string[]): string =>
  scopes
    .map(inWords)
    .map((words, index) => (index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1)))
    .join(', ')

function inWords(scope: string): string {
  const [kind, target, access] = scope.split(':')
  if (kind === 'publish') return `Publishes ${target}`
  if (kind === 'registry') return 'Installs modules and providers'
  if (kind === 'workspaces') return 'Manages workspaces and their states'
  if (kind === 'workspace') return `${access === 'read' ? 'Reads' : 'Writes'} the state of ${target}`
  return scopeChoices.find(({ value }) => value === scope)?.label ?? scope
}
