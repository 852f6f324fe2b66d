import type { Fact } from '~/ui/fact-list'
import { sizeText } from '~/ui/size-text'

interface Quota {
  readonly kind: 'TEAMS' | 'TOKENS' | 'WEBHOOKS' | 'STORAGE'
  readonly used: number
  readonly limit: number | null
}

const labels = { TEAMS: 'Teams', TOKENS: 'Tokens', WEBHOOKS: 'Webhooks', STORAGE: 'Stored files' } as const

function inWords({ kind, used, limit }: Quota): string {
  const amount = kind === 'STORAGE' ? sizeText : (number: number) => number.toLocaleString('en')
  return limit === null ? amount(used) : `${amount(used)} of ${amount(limit)}`
}

/** How many there are, and against which limit of the site; nothing for viewers who do not decide about them. */
export const quotaFacts = (quotas: readonly Quota[] | null): Fact[] =>
  (quotas ?? []).map((quota) => [labels[quota.kind], inWords(quota)])
