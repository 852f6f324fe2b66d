'use client'

import { Anchor, Grid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Failure } from '~/ui/failure'
import { FactList } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { count } from '~/ui/plural'
import { Section } from '~/ui/section'
import { Entitlements } from './entitlements'
import { useMayHere, useOrganization } from './own-organization'
import { WhatHappenedHere } from './what-happened-here'

const OwnOrganizationDetail = graphql(`
  query OwnOrganizationDetail($name: String!) {
    organization(name: $name) {
      email
      createdAt
      entitlements
      workspaces(page: { size: 1 }) {
        totalCount
      }
      memberships(page: { size: 1 }) {
        totalCount
      }
      teams(page: { size: 1 }) {
        totalCount
      }
      registryProviders(page: { size: 1 }) {
        totalCount
      }
      moduleProducers(page: { size: 10 }) {
        nodes {
          id
          name
        }
        totalCount
      }
    }
  }
`)

/** An organization as its members see it: what it has, what it may do, and the modules that it may use. */
export function OwnOrganizationOverview() {
  const { name } = useOrganization()
  const mayReadLog = useMayHere('AUDIT_EVENTS_READ')
  const { data, error, refetch } = useQuery(query(OwnOrganizationDetail, { name }))
  const found = data?.organization
  return (
    <>
      <PageHeader
        title={name}
        tab={`Organizations · ${name}`}
        actions={mayReadLog && <WhatHappenedHere organization={name} />}
      />
      {found ? (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="md">
              <Section title="What it has">
                <FactList
                  labelWidth="6.5rem"
                  facts={[
                    ['Workspaces', counted(found.workspaces, 'workspace', paths.workspaces(name))],
                    ['Members', counted(found.memberships, 'member', paths.members(name))],
                    ['Teams', counted(found.teams, 'team', paths.teams(name))],
                    ['Providers', counted(found.registryProviders, 'provider', paths.providers(name))],
                  ]}
                />
              </Section>
              <Section title="Modules it may use">
                <Text size="sm">{producersIn(found.moduleProducers)}</Text>
              </Section>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="md">
              <Section title="Facts">
                <FactList
                  labelWidth="6.5rem"
                  facts={[
                    ['Notifications', found.email],
                    ['Created', <Moment key="created" at={found.createdAt} />],
                  ]}
                />
              </Section>
              <Entitlements entitlements={found.entitlements} />
            </Stack>
          </Grid.Col>
        </Grid>
      ) : error ? (
        <Failure title="The organization could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </>
  )
}

const counted = ({ totalCount }: { totalCount: number }, one: string, path: string) => (
  <Anchor key={path} component={Link} href={path} inherit>
    {count(totalCount, one)}
  </Anchor>
)

function producersIn({
  nodes,
  totalCount,
}: {
  nodes: readonly { name: string }[]
  totalCount: number
}): string {
  if (totalCount === 0) return 'Its own. No other organization shares modules with it.'
  const more = totalCount > nodes.length ? ` and ${totalCount - nodes.length} more` : ''
  return `Its own, and those of ${nodes.map(({ name }) => name).join(', ')}${more}.`
}
