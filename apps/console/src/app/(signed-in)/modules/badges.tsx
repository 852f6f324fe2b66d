import { Badge, Group } from '@mantine/core'
import { graphql } from '../../../data/generated'
import type { ModuleBadgeFactsFragment } from '../../../data/generated/graphql'

export const ModuleBadgeFacts = graphql(`
  fragment ModuleBadgeFacts on RegistryModule {
    status
    newestVersion {
      id
      version
    }
  }
`)

/** In which states a module is, in words. */
export function Badges({ module }: { module: ModuleBadgeFactsFragment }) {
  const { status, newestVersion } = module
  return (
    <Group gap={6}>
      {newestVersion ? (
        <Badge color="green">Published</Badge>
      ) : status === 'PENDING' ? (
        <Badge color="gray">Nothing published</Badge>
      ) : (
        <Badge color="red">All revoked</Badge>
      )}
    </Group>
  )
}
