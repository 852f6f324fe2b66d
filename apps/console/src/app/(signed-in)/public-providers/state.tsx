import type { PublicProviderActionFactsFragment } from '~/data/generated/graphql'
import { Check, StateDot, States } from '~/ui/state-dot'
import { numberText } from '~/ui/text'

type Provider = Pick<PublicProviderActionFactsFragment, 'approvedForAll' | 'counts'>

/** In which states its versions are, in words: alarms first. */
export const wordsOf = ({ counts: { altered, unverified, held, blocked } }: Provider): string[] =>
  [
    { amount: altered, word: 'altered' },
    { amount: unverified, word: 'unverified' },
    { amount: held, word: 'held' },
    { amount: blocked, word: 'blocked' },
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ amount, word }) => `${numberText(amount)} ${word}`)

/** The same to look at. What is held stands in a column of its own in a list. */
export function ProviderState({ provider, quiet = false }: { provider: Provider; quiet?: boolean }) {
  const { altered, unverified, held, blocked } = provider.counts
  const isCalm = altered + unverified + blocked + (quiet ? 0 : held) === 0
  return (
    <States>
      {altered > 0 && <StateDot tone="bad">{`${numberText(altered)} altered`}</StateDot>}
      {unverified > 0 && <StateDot tone="warning">{`${numberText(unverified)} unverified`}</StateDot>}
      {!quiet && held > 0 && <StateDot tone="idle">{`${numberText(held)} held`}</StateDot>}
      {blocked > 0 && <StateDot tone="idle">{`${numberText(blocked)} blocked`}</StateDot>}
      {isCalm && (
        <StateDot tone="good" quiet={quiet}>
          No alarms
        </StateDot>
      )}
      {provider.approvedForAll && <Check>Approved for all organizations</Check>}
    </States>
  )
}
