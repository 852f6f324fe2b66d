import { Badge, Group } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { ModuleBadgeFactsFragment } from '~/data/generated/graphql'

export const ModuleBadgeFacts = graphql(`
  fragment ModuleBadgeFacts on RegistryModule {
    status
    verified
    newestVersion {
      id
      version
      deprecation {
        status
      }
    }
  }
`)

/** In which states a module is, in words. */
export function Badges({ module }: { module: ModuleBadgeFactsFragment }) {
  const { status, verified, newestVersion } = module
  return (
    <Group gap={6}>
      {newestVersion ? (
        <Badge color="green">Published</Badge>
      ) : status === 'PENDING' ? (
        <Badge color="gray">Nothing published</Badge>
      ) : (
        <Badge color="red">All revoked</Badge>
      )}
      {newestVersion?.deprecation && <Badge color="orange">Newest deprecated</Badge>}
      {verified && <Badge color="harbor">Trusted</Badge>}
    </Group>
  )
}
