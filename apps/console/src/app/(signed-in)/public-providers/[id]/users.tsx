'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Failure } from '~/ui/feedback/failure'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { UsageBars } from '~/ui/charts/usage-bars'

const PublicProviderUsers = graphql(`
  query PublicProviderUsers($id: ID!) {
    sitePublicProvider(id: $id) {
      users(page: { size: 10 }) {
        nodes {
          version
          organizationId
          organization
          tokens
          downloads
        }
        totalCount
      }
    }
  }
`)

/** Downloads of 30 days, by organization and version. */
export function Users({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(query(PublicProviderUsers, { id }))
  const { nodes, totalCount } = data?.sitePublicProvider?.users ?? { nodes: [], totalCount: 0 }
  const bars = nodes.map(({ version, organizationId, organization, tokens, downloads }) => ({
    key: `${version} ${organizationId}`,
    label: organization ?? (organizationId === null ? "People's own tokens" : 'A deleted organization'),
    href: organization === null ? undefined : paths.organization(organization),
    note: version,
    amount: downloads,
    amountText: `${count(downloads, 'download')} by ${count(tokens, 'token')}`,
  }))
  return (
    <Section title="Used in the last 30 days">
      {error ? (
        <Failure title="The users could not be loaded" error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton height={60} />
      ) : bars.length === 0 ? (
        <Note>No version was downloaded through this platform.</Note>
      ) : (
        <UsageBars bars={bars} />
      )}
      {totalCount > bars.length && <Note mt="xs">and {numberText(totalCount - bars.length)} more</Note>}
    </Section>
  )
}
