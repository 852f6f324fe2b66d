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

type Facts = ModuleBadgeFactsFragment

export const badgesOf = ({ status, verified, newestVersion }: Facts): { label: string; color: string }[] => [
  newestVersion
    ? { label: 'Published', color: 'green' }
    : status === 'PENDING'
      ? { label: 'Nothing published', color: 'gray' }
      : { label: 'All revoked', color: 'red' },
  ...(newestVersion?.deprecation ? [{ label: 'Newest deprecated', color: 'orange' }] : []),
  ...(verified ? [{ label: 'Trusted', color: 'harbor' }] : []),
]

export const Badges = ({ module }: { module: Facts }) => (
  <Group gap={6}>
    {badgesOf(module).map(({ label, color }) => (
      <Badge key={label} color={color}>
        {label}
      </Badge>
    ))}
  </Group>
)
