import { Badge, Group } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { OrganizationBadgeFactsFragment } from '~/data/generated/graphql'

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

export function Badges({ organization }: { organization: OrganizationBadgeFactsFragment }) {
  const { isDisabled, globalModuleSharing, moduleConsumers, accessBetaTools } = organization
  return (
    <Group gap={6}>
      {isDisabled ? <Badge color="red">Disabled</Badge> : <Badge color="green">Active</Badge>}
      {globalModuleSharing && <Badge color="harbor">Shares with all</Badge>}
      {moduleConsumers.totalCount > 0 && (
        <Badge color="harbor">Shares with {moduleConsumers.totalCount.toLocaleString('en')}</Badge>
      )}
      {accessBetaTools && <Badge color="violet">Beta tools</Badge>}
    </Group>
  )
}
