import type { PublicProvidersRule } from '~/data/generated/graphql'
import { count, listed, numberText, storageText } from '~/ui/text'
import type { Fact } from '~/ui/fact-list'

export type What = 'modules' | 'private providers'

export interface Quota {
  readonly kind: 'TEAMS' | 'TOKENS' | 'WEBHOOKS' | 'CI_IDENTITIES' | 'STORAGE'
  readonly used: number
  readonly limit: number | null
}

const labels = {
  TEAMS: 'Teams',
  TOKENS: 'Tokens',
  WEBHOOKS: 'Webhooks',
  CI_IDENTITIES: 'CI identities',
  STORAGE: 'Stored files',
} as const

function inWords({ kind, used, limit }: Quota): string {
  const amount = kind === 'STORAGE' ? storageText : numberText
  return limit === null ? amount(used) : `${amount(used)} of ${amount(limit)}`
}

/** `Tokens: 96 of 100`. */
export const quotaText = (quota: Quota): string => `${labels[quota.kind]}: ${inWords(quota)}`

/** Returns the numbers in use and their site limits; empty for viewers who do not decide about them. */
export const quotaFacts = (quotas: readonly Quota[] | null): Fact[] =>
  (quotas ?? []).map((quota) => [labels[quota.kind], inWords(quota)])

/** Returns who may use what an organization has, for its members. */
export function consumersInWords(what: What, withAll: boolean, consumers: number | null): string {
  if (withAll) return `All organizations may use its ${what}.`
  if (!consumers) return `No other organization may use its ${what}.`
  return `${count(consumers, 'other organization')} may use its ${what}.`
}

type Producers = { nodes: readonly { name: string }[]; totalCount: number }

/** Returns what the organization may use, and from which organizations. */
export function producersInWords(what: What, { nodes, totalCount }: Producers): string {
  if (totalCount === 0) return `It may use its own ${what}. No other organization shares ${what} with it.`
  const names = nodes.map(({ name }) => name)
  return `It may use its own ${what}, and those of ${listed(names, totalCount)}.`
}

const ruleNames: Readonly<Record<PublicProvidersRule, string>> = {
  OPEN: 'All',
  LISTED: 'Only listed ones',
}

export type PublicProviders = {
  publicProviders: PublicProvidersRule | null
  effectivePublicProviders: PublicProvidersRule
  providerCooldown: string | null
  effectiveProviderCooldown: string
}

/** `72h`, or that nothing is held. */
const cooldownText = (cooldown: string): string => (cooldown === '0s' ? 'None' : cooldown)

/**
 * Returns which public providers install for an organization, how long new versions wait, and who decided
 * that.
 */
export const publicProviderFacts = (organization: PublicProviders): Fact[] => [
  [
    'Public providers',
    `${ruleNames[organization.effectivePublicProviders]} (${whose(organization.publicProviders)})`,
  ],
  [
    'Cooldown',
    `${cooldownText(organization.effectiveProviderCooldown)} (${whose(organization.providerCooldown)})`,
  ],
]

/** Tells a member of further organizations whose settings decide for them, where those of this one do not. */
export function decidedElsewhere(
  organization: Pick<PublicProviders, 'publicProviders' | 'providerCooldown'>,
  decidedBy: readonly string[],
): string | null {
  const isOwn = organization.publicProviders !== null || organization.providerCooldown !== null
  if (isOwn || decidedBy.length === 0) return null
  const whose = decidedBy.length === 1 ? 'has its own settings' : 'have their own settings'
  return `You are a member of ${listed(decidedBy.slice(0, 3), decidedBy.length)}, which ${whose}: they apply to you. This page applies to tokens of this organization and its teams.`
}

const whose = (own: string | null): string => (own === null ? 'default' : 'custom')
