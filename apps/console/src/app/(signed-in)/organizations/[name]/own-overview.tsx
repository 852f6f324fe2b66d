'use client'

import { Anchor, Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { OwnOrganizationDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Banner } from '~/ui/banner'
import { Ring } from '~/ui/charts/ring'
import { FactList } from '~/ui/fact-list'
import { Failure } from '~/ui/failure'
import { Link } from '~/ui/link'
import { LinkButton } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { Monogram } from '~/ui/monogram'
import { Section } from '~/ui/section'
import { nameOf } from './(member)/members/member-name'
import { StateDot } from '~/ui/state-dot'
import { count, numberText } from '~/ui/text'
import { OutdatedBanner } from './(member)/workspaces/outdated-banner'
import { Beginnings } from './beginnings'
import { Entitlements } from './entitlements'
import { OrganizationActivity } from './organization-activity'
import { useOrganization } from './own-organization'
import { SharingRequests } from './sharing-requests'
import { WhatInstalls } from './what-installs'
import { consumersInWords, producersInWords, quotaFacts } from './words'

const OwnOrganizationDetail = graphql(`
  query OwnOrganizationDetail($name: String!) {
    organization(name: $name) {
      email
      createdAt
      entitlements
      publicProviders
      effectivePublicProviders
      providerCooldown
      effectiveProviderCooldown
      workspaceLimit
      quotas {
        kind
        used
        limit
      }
      globalModuleSharing
      moduleConsumerCount
      globalProviderSharing
      providerConsumerCount
      workspaces(page: { size: 1 }) {
        totalCount
      }
      memberships(page: { size: 12 }) {
        nodes {
          id
          email
          user {
            username
          }
        }
        totalCount
      }
      teams(page: { size: 1 }) {
        totalCount
      }
      registryProviders(page: { size: 1 }) {
        totalCount
      }
      registryModules(page: { size: 1 }) {
        totalCount
      }
      revoked: moduleUpgrades(status: REVOKED, page: { size: 1 }) {
        totalCount
      }
      moduleProducers(page: { size: 10 }) {
        nodes {
          id
          name
        }
        totalCount
      }
      sharingRequests(page: { size: 10 }) {
        ...OpenSharingRequests
      }
      providerProducers(page: { size: 10 }) {
        nodes {
          id
          name
        }
        totalCount
      }
    }
    publicProviderSettings {
      decidedBy
    }
  }
`)

/** An organization as its members see it: what it has, what it may do, and the modules that it may use. */
export function OwnOrganizationOverview() {
  const { name } = useOrganization()
  const { data, error, refetch } = useQuery(query(OwnOrganizationDetail, { name }))
  const found = data?.organization
  return (
    <>
      <OutdatedBanner />
      {found && found.revoked.totalCount > 0 && (
        <StillRevoked name={name} versions={found.revoked.totalCount} />
      )}
      {found && (
        <Beginnings
          members={found.memberships.totalCount}
          modules={found.registryModules.totalCount}
          workspaces={found.workspaces.totalCount}
        />
      )}
      {found ? (
        <Facts name={name} found={found} decidedBy={data.publicProviderSettings.decidedBy} />
      ) : error ? (
        <Failure title="The organization could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
      {found && <OrganizationActivity />}
    </>
  )
}

/** What fails at the next run, and the way to what to use in its place. */
const StillRevoked = ({ name, versions }: { name: string; versions: number }) => (
  <Banner
    color="red"
    icon={IconBan}
    role="status"
    actions={
      <LinkButton href={paths.moduleUpgrades(name, { status: 'revoked' })} size="xs" variant="default">
        Show
      </LinkButton>
    }
  >
    {versions === 1
      ? 'A module version in use is revoked: runs that need it fail.'
      : `${count(versions, 'module version')} in use are revoked: runs that need them fail.`}
  </Banner>
)

type Found = NonNullable<OwnOrganizationDetailQuery['organization']>

type FactsProps = { name: string; found: Found; decidedBy: readonly string[] }

function Facts({ name, found, decidedBy }: FactsProps) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="md">
          <Section title="Contents">
            <FactList
              labelWidth="6.5rem"
              facts={[
                ['Workspaces', <Workspaces key="workspaces" name={name} found={found} />],
                ['Members', <Members key="members" name={name} found={found} />],
                ['Teams', counted(found.teams, 'team', paths.teams(name))],
                ['Modules', counted(found.registryModules, 'module', paths.modulesOf(name))],
                ['Providers', counted(found.registryProviders, 'provider', paths.providers(name))],
              ]}
            />
          </Section>
          <Section title="Registry sharing">
            <Stack gap="xs">
              <Text size="sm">
                {consumersInWords('modules', found.globalModuleSharing, found.moduleConsumerCount)}
              </Text>
              <Text size="sm">{producersInWords('modules', found.moduleProducers)}</Text>
              <Text size="sm">
                {consumersInWords(
                  'private providers',
                  found.globalProviderSharing,
                  found.providerConsumerCount,
                )}
              </Text>
              <Text size="sm">{producersInWords('private providers', found.providerProducers)}</Text>
              <SharingRequests requests={found.sharingRequests} />
            </Stack>
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          <Section title="Details">
            <FactList
              labelWidth="7.5rem"
              facts={[
                ['Notifications', found.email],
                ['Created', <Moment key="created" at={found.createdAt} />],
              ]}
            />
          </Section>
          <WhatInstalls organization={found} decidedBy={decidedBy} />
          {found.quotas && (
            <Section title="Limits">
              <FactList labelWidth="7.5rem" facts={quotaFacts(found.quotas)} />
            </Section>
          )}
          <Entitlements entitlements={found.entitlements} />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

const counted = ({ totalCount }: { totalCount: number }, one: string, path: string) => (
  <Anchor key={path} component={Link} href={path} inherit>
    {count(totalCount, one)}
  </Anchor>
)

/** How many there are, and against which limit. */
function Workspaces({ name, found }: { name: string; found: Found }) {
  const { workspaces, workspaceLimit } = found
  if (!workspaceLimit) return counted(workspaces, 'workspace', paths.workspaces(name))
  const { totalCount } = workspaces
  return (
    <Group gap={8}>
      <Ring done={totalCount} of={workspaceLimit} size={24} warns={totalCount >= workspaceLimit} />
      <Anchor component={Link} href={paths.workspaces(name)} inherit>
        {numberText(totalCount)} of {numberText(workspaceLimit)}
      </Anchor>
      {totalCount >= workspaceLimit && <StateDot tone="warning">Limit reached</StateDot>}
    </Group>
  )
}

/** How many, and the first of them as their monograms: the same faces as in the list. */
function Members({ name, found: { memberships } }: { name: string; found: Found }) {
  return (
    <Group gap={8}>
      {counted(memberships, 'member', paths.members(name))}
      <Group gap={4} aria-hidden>
        {memberships.nodes.map((member) => (
          <Monogram key={member.id} of="person" name={nameOf(member)} />
        ))}
      </Group>
    </Group>
  )
}
