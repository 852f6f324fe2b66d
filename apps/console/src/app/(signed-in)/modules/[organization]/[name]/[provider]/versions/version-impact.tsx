'use client'

import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import type { ModuleAddress } from '~/paths'
import { Failure } from '~/ui/feedback/failure'
import { Ago } from '~/ui/moment'
import { count } from '~/ui/text'

const ModuleVersionUsage = graphql(`
  query ModuleVersionUsage($organization: String!, $name: String!, $provider: String!, $version: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versionUsage(version: $version) {
          organizations
          tokens
          lastDownloadedAt
        }
      }
    }
  }
`)

type Props = { module: ModuleAddress; version: string }

/** Organizations that a revocation or deprecation affects, by the downloads of the last 30 days. */
export function VersionImpact({ module, version }: Props) {
  const { namespace: organization, name, provider } = module
  const asked = query(ModuleVersionUsage, { organization, name, provider, version })
  const { data, error, refetch } = useQuery(asked)
  if (error) return <Failure title="Its use could not be loaded" error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={22} />
  const {
    organizations = 0,
    tokens = 0,
    lastDownloadedAt,
  } = data.registryModuleNamespace?.registryModule?.versionUsage ?? {}
  if (!lastDownloadedAt) return <Text size="sm">It was not downloaded in the last 30 days.</Text>
  const users = [organizations > 0 && count(organizations, 'organization'), count(tokens, 'token')]
  return (
    <Text size="sm">
      <strong>{users.filter(Boolean).join(', ')}</strong> downloaded it in the last 30 days, last seen{' '}
      <Ago at={lastDownloadedAt} />.
    </Text>
  )
}
