import { Badge, Group } from '@mantine/core'
import { graphql } from '../../../data/generated'
import type { ModuleBadgeFactsFragment } from '../../../data/generated/graphql'

export const ModuleBadgeFacts = graphql(`
  fragment ModuleBadgeFacts on RegistryModule {
    status
    verified
    sharing {
      withEverybody
      organizations
    }
    newestVersion {
      id
      version
      deprecation {
        status
      }
    }
  }
`)

type Sharing = NonNullable<ModuleBadgeFactsFragment['sharing']>

/** In which states a module is, in words. */
export function Badges({ module }: { module: ModuleBadgeFactsFragment }) {
  const { status, verified, newestVersion, sharing } = module
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
      {verified && <Badge color="harbor">Verified</Badge>}
      {sharing && <Badge color="violet">{sharedWith(sharing)}</Badge>}
    </Group>
  )
}

/** Why the viewer sees what is somebody else's; of their organizations one is named. */
export function sharedWith({ withEverybody, organizations: [first, ...others] }: Sharing): string {
  if (withEverybody || first === undefined) return 'Shared with everyone'
  return others.length === 0 ? `Shared with ${first}` : `Shared with ${first} and ${others.length} more`
}
