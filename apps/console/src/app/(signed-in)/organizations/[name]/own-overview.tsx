'use client'

import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { OwnOrganizationDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { Columns } from '~/ui/columns'
import { Counts } from '~/ui/counts'
import { Failure } from '~/ui/feedback/failure'
import { Section } from '~/ui/section'
import { contentsOf } from './contents'
import { GettingStarted } from './getting-started'
import { Health } from './health'
import { healthOf } from './health-lines'
import { OrganizationActivity } from './organization-activity'
import { useOrganization } from './own-organization'
import { SharingRequests } from './sharing-requests'
import { InstallableProviders } from './installable-providers'
import { consumersInWords, producersInWords } from './words'

const OwnOrganizationDetail = graphql(`
  query OwnOrganizationDetail($name: String!) {
    organization(name: $name) {
      createdAt
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
      figures {
        failedUploads
        owners
        lastActivityAt
      }
      outdated: workspaces(needsUpgrade: true, page: { size: 1 }) {
        totalCount
      }
      globalModuleSharing
      moduleConsumerCount
      globalProviderSharing
      providerConsumerCount
      workspaces(page: { size: 1 }) {
        totalCount
      }
      memberships(page: { size: 1 }) {
        totalCount
      }
      active: memberships(status: ACTIVE, page: { size: 1 }) {
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
      {found && (
        <GettingStarted
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

type Found = NonNullable<OwnOrganizationDetailQuery['organization']>

type FactsProps = { name: string; found: Found; decidedBy: readonly string[] }

function Facts({ name, found, decidedBy }: FactsProps) {
  const numbers = {
    workspaces: found.workspaces.totalCount,
    modules: found.registryModules.totalCount,
    providers: found.registryProviders.totalCount,
    members: found.active.totalCount,
    teams: found.teams.totalCount,
  }
  const outdatedWorkspaces = found.outdated.totalCount
  const revokedInUse = found.revoked.totalCount
  const facts = { name, ...found, ...found.figures, ...numbers, outdatedWorkspaces, revokedInUse }
  return (
    <Stack gap="md">
      <Health lines={healthOf(facts, false)} />
      <Counts label="Contents" counts={contentsOf(facts)} />
      <Columns first={1.4}>
        <div>
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
        </div>
        <div>
          <InstallableProviders organization={found} decidedBy={decidedBy} />
        </div>
      </Columns>
    </Stack>
  )
}
