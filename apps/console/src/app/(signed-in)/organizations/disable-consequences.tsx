'use client'

import { List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '../../../data/generated'
import type { OrganizationReachQuery } from '../../../data/generated/graphql'
import { query } from '../../../data/query'
import { count } from '../../../ui/plural'

const OrganizationReach = graphql(`
  query OrganizationReach($name: String!) {
    siteOrganization(name: $name) {
      globalModuleSharing
      moduleConsumers(page: { size: 1 }) {
        totalCount
      }
      workspaces(page: { size: 1 }) {
        totalCount
      }
      memberships(page: { size: 1 }) {
        totalCount
      }
      registryProviders(page: { size: 1 }) {
        totalCount
      }
    }
  }
`)

type Reach = NonNullable<OrganizationReachQuery['siteOrganization']>

/** What goes dark when an organization is disabled, in numbers where the API tells them. */
export function DisableConsequences({ name }: { name: string }) {
  const { data, isPending } = useQuery({
    ...query('organizations', OrganizationReach, { name }),
    retry: false,
  })
  return (
    <Stack gap="xs">
      <Text size="sm">Until it is enabled again:</Text>
      {isPending ? (
        <Skeleton height={110} />
      ) : (
        <List size="sm" spacing={4}>
          {consequencesOf(data?.siteOrganization ?? undefined).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
      <Text size="sm">Nothing is deleted: enabling it brings everything back.</Text>
    </Stack>
  )
}

/** Without numbers for whoever is not shown them. */
export function consequencesOf(reach: Reach | undefined): string[] {
  const members = reach ? count(reach.memberships.totalCount, 'member') : 'its members'
  const workspaces = reach ? count(reach.workspaces.totalCount, 'workspace') : 'its workspaces'
  const providers = reach ? count(reach.registryProviders.totalCount, 'provider') : 'its providers'
  return [
    `To ${members} it does not exist any more, nor do ${workspaces}.`,
    'The tokens of the organization and of its teams stop working at once.',
    `Its modules and ${providers} cannot be downloaded any more.`,
    ...sharingConsequences(reach),
  ]
}

function sharingConsequences(reach: Reach | undefined): string[] {
  if (reach?.globalModuleSharing) return ['All other organizations lose its modules.']
  const consumers = reach?.moduleConsumers.totalCount ?? 0
  if (consumers === 0) return reach ? [] : ['Organizations it shares with lose its modules.']
  return [
    `${count(consumers, 'organization')} it shares with ${consumers === 1 ? 'loses' : 'lose'} its modules.`,
  ]
}
