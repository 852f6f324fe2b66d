import type { PublicProviderActionFactsFragment } from '~/data/generated/graphql'
import { Check, StateDot, States } from '~/ui/feedback/state-dot'
import { numberText } from '~/ui/text'

type Provider = Pick<PublicProviderActionFactsFragment, 'approvedForAll' | 'counts'>

/** Badges with the states of a provider's versions. Held versions have their own column in a list. */
export function ProviderState({ provider, quiet = false }: { provider: Provider; quiet?: boolean }) {
  const { altered, unverified, held, blocked } = provider.counts
  const isCalm = altered + unverified + blocked + (quiet ? 0 : held) === 0
  return (
    <States>
      {altered > 0 && <StateDot tone="bad">{`${numberText(altered)} changed at origin`}</StateDot>}
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
