import type { Fact } from '~/ui/fact-list'

interface Quota {
  readonly kind: 'TEAMS' | 'TOKENS' | 'WEBHOOKS'
  readonly used: number
  readonly limit: number | null
}

const labels = { TEAMS: 'Teams', TOKENS: 'Tokens', WEBHOOKS: 'Webhooks' } as const

const inWords = ({ used, limit }: Quota): string =>
  limit === null ? used.toLocaleString('en') : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`

/** How many there are, and against which limit of the site; nothing for viewers who do not decide about them. */
export const quotaFacts = (quotas: readonly Quota[] | null): Fact[] =>
  (quotas ?? []).map((quota) => [labels[quota.kind], inWords(quota)])
