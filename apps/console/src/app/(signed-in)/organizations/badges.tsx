import { graphql } from '~/data/generated'
import type { OrganizationBadgeFactsFragment } from '~/data/generated/graphql'
import { StateDot, States } from '~/ui/feedback/state-dot'
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

type Props = { organization: OrganizationBadgeFactsFragment }

/** Badges with the status of an organization and its special traits. */
export function Badges({ organization }: Props) {
  const { isDisabled, globalModuleSharing, moduleConsumers, accessBetaTools } = organization
  const apart = [
    ...(globalModuleSharing ? ['Shares with all'] : []),
    ...(moduleConsumers.totalCount > 0 ? [`Shares with ${numberText(moduleConsumers.totalCount)}`] : []),
    ...(accessBetaTools ? ['Beta tools'] : []),
  ]
  return (
    <States>
      {isDisabled ? <StateDot tone="bad">Disabled</StateDot> : <StateDot tone="good">Active</StateDot>}
      {apart.length > 0 && <Dimmed>{apart.join(' · ')}</Dimmed>}
    </States>
  )
}
