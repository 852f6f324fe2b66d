import { graphql } from '~/data/generated'
import type { OrganizationBadgeFactsFragment } from '~/data/generated/graphql'
import { StateDot, States } from '~/ui/state-dot'
import { numberText } from '~/ui/text'
import { Dimmed } from '~/ui/texts'

export const OrganizationBadgeFacts = graphql(`
  fragment OrganizationBadgeFacts on SiteOrganization {
    isDisabled
    globalModuleSharing
    accessBetaTools
    moduleConsumers(page: { size: 5 }) {
      totalCount
    }
  }
`)

type Props = { organization: OrganizationBadgeFactsFragment; quiet?: boolean }

/** Whether an organization works and what sets it apart; `quiet` in a list, where most are active. */
export function Badges({ organization, quiet }: Props) {
  const { isDisabled, globalModuleSharing, moduleConsumers, accessBetaTools } = organization
  const apart = [
    ...(globalModuleSharing ? ['Shares with all'] : []),
    ...(moduleConsumers.totalCount > 0 ? [`Shares with ${numberText(moduleConsumers.totalCount)}`] : []),
    ...(accessBetaTools ? ['Beta tools'] : []),
  ]
  return (
    <States>
      {isDisabled ? (
        <StateDot tone="bad">Disabled</StateDot>
      ) : (
        <StateDot tone="good" quiet={quiet}>
          Active
        </StateDot>
      )}
      {apart.length > 0 && <Dimmed>{apart.join(' · ')}</Dimmed>}
    </States>
  )
}
