'use client'

import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { IconPower } from '@tabler/icons-react'
import { Activity } from '~/app/(signed-in)/audit/activity'
import { EndsBadge } from '~/app/(signed-in)/end-of-life/badge'
import { graphql } from '~/data/generated'
import type { OrganizationDetailQuery, OrganizationWorkspacesQuery } from '~/data/generated/graphql'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Banner } from '~/ui/feedback/banner'
import { Counts } from '~/ui/counts'
import { DetailLayout } from '~/ui/detail-layout'
import { Ring } from '~/ui/charts/ring'
import type { Column } from '~/ui/lists/data-table'
import { type Fact, recordFacts } from '~/ui/fact-list'
import { Link } from '~/ui/link'
import { nameColumn } from '~/ui/links'
import { Ago, momentColumn } from '~/ui/moment'
import { WithMonogram } from '~/ui/monogram'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection, Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import { Note, Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { engineVersionColumn } from './(member)/workspaces/columns'
import { contentsOf } from './contents'
import { GettingStarted } from './getting-started'
import { Health } from './health'
import { healthOf } from './health-lines'
import { type FoundOrganization, OrganizationDetail } from './queries'
import { consumersInWords, type What } from './words'

const factsOf = ({ email, figures, ...organization }: FoundOrganization): Fact[] => [
  ['Notifications', email],
  ['Last activity', figures?.lastActivityAt ? <Ago key="activity" at={figures.lastActivityAt} /> : 'None'],
  ...recordFacts(organization),
]

export function Organization({ name, initial }: { name: string; initial: OrganizationDetailQuery }) {
  const { found: organization } = useFound(
    OrganizationDetail,
    { name },
    initial,
    (data) => data.siteOrganization,
  )
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  const mayWrite = useMay('SITE_ORGANIZATIONS_WRITE')
  const { figures, isDisabled } = organization
  return (
    <>
      {isDisabled && (
        <Banner color="red" icon={IconPower} title="This organization is disabled">
          Only site administrators can see it. Its tokens do not work, and its modules and providers cannot be
          downloaded. Enable it to restore everything.
        </Banner>
      )}
      {!isDisabled && figures && <GettingStarted {...figures} />}
      <Stack gap="md" mb="md">
        {figures && <Health lines={healthOf({ ...organization, ...figures }, mayWrite)} />}
        {figures && <Counts label="Contents" counts={contentsOf({ ...organization, ...figures })} />}
      </Stack>
      <DetailLayout facts={factsOf(organization)} below={<Owners owners={organization.owners} />}>
        <Workspaces organization={organization} />
        <SharingSummary organization={organization} />
      </DetailLayout>
      {mayReadLog && <Activity narrowed={{ organization: organization.name }} />}
    </>
  )
}

/** People who may do everything in the organization, to write to about it. */
function Owners({ owners }: Pick<FoundOrganization, 'owners'>) {
  return (
    <Section title="Owners">
      {owners.length === 0 && <Note>None.</Note>}
      <Stack gap="xs">
        {owners.map(({ id, username, email }) => (
          <div key={id} style={{ overflowWrap: 'anywhere' }}>
            <WithMonogram of="person" name={username}>
              <Text size="sm" fw={600}>
                {username}
              </Text>
              <Small>{email}</Small>
            </WithMonogram>
          </div>
        ))}
      </Stack>
    </Section>
  )
}

/** Summary of who may use the modules and providers of the organization, with the way to change it. */
function SharingSummary({ organization }: { organization: FoundOrganization }) {
  const { name, globalModuleSharing, moduleConsumers } = organization
  const { globalProviderSharing, providerConsumers } = organization
  return (
    <Section title="Registry sharing">
      <Consumers what="modules" withAll={globalModuleSharing} list={moduleConsumers} />
      <Consumers what="private providers" withAll={globalProviderSharing} list={providerConsumers} />
      <Anchor component={Link} href={paths.organizationSharing(name)} size="sm">
        Change who may use them
      </Anchor>
    </Section>
  )
}

type ConsumersProps = { what: What; withAll: boolean; list: FoundOrganization['moduleConsumers'] }

function Consumers({ what, withAll, list: { nodes, totalCount } }: ConsumersProps) {
  return (
    <>
      <Text size="sm" mb={nodes.length > 0 ? 'xs' : 'sm'}>
        {withAll || totalCount === 0
          ? consumersInWords(what, withAll, totalCount)
          : `These organizations may use its ${what}:`}
      </Text>
      {nodes.length > 0 && (
        <Group component="ul" gap="sm" m={0} mb="sm" p={0} style={{ listStyle: 'none' }}>
          {nodes.map((consumer) => (
            <li key={consumer.id}>
              <Anchor
                component={Link}
                href={paths.organization(consumer.name)}
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {consumer.name}
              </Anchor>{' '}
              {consumer.sharingEndsAt && <EndsBadge at={consumer.sharingEndsAt} />}
            </li>
          ))}
          {totalCount > nodes.length && (
            <li>
              <Note>and {totalCount - nodes.length} more</Note>
            </li>
          )}
        </Group>
      )}
    </>
  )
}

const OrganizationWorkspaces = graphql(`
  query OrganizationWorkspaces($name: String!, $page: PageInput!) {
    siteOrganization(name: $name) {
      workspaces(page: $page) {
        nodes {
          id
          name
          ...WorkspaceEngineVersion
          createdAt
        }
      }
    }
  }
`)

type Found = NonNullable<OrganizationWorkspacesQuery['siteOrganization']>['workspaces']

const columnsOf = (organization: string): readonly Column<Found['nodes'][number]>[] => [
  nameColumn('Name', 5, ({ id }) => paths.workspace(organization, id)),
  engineVersionColumn,
  momentColumn('created', 'Created', 3, ({ createdAt }) => createdAt),
]

/** The workspaces, and how many more there may be. The API keeps those of a disabled organization to itself. */
function Workspaces({ organization }: { organization: FoundOrganization }) {
  const { name, isDisabled, workspaceLimit } = organization
  const list = useList(OrganizationWorkspaces, {
    noun: 'workspace',
    size: 10,
    enabled: !isDisabled,
    variables: { name },
    pick: (data) => data.siteOrganization?.workspaces,
  })
  return (
    <ListSection
      title="Workspaces"
      about={
        isDisabled ? (
          <Note my="xs">
            {count(organization.figures?.workspaces ?? 0, 'workspace')}, unavailable until the organization is
            enabled.
          </Note>
        ) : (
          <Used used={list.found?.totalCount} limit={workspaceLimit} />
        )
      }
    >
      {!isDisabled && (
        <PagedList
          columns={columnsOf(name)}
          {...list}
          expected={Math.min(10, organization.figures?.workspaces ?? 0)}
          nothing="None yet."
        />
      )}
    </ListSection>
  )
}

/** Number in use, and its limit. */
function Used({ used, limit }: { used: number | undefined; limit: number | null }) {
  if (used === undefined) return <Box h={24} />
  if (!limit) return <Note mt={4}>{count(used, 'workspace')}, without a limit</Note>
  const isFull = used >= limit
  return (
    <Group gap="sm" mt={4}>
      <Ring done={used} of={limit} size={24} warns={isFull} />
      <Note>
        {numberText(used)} of {numberText(limit)} used
        {isFull && '. Limit reached.'}
      </Note>
    </Group>
  )
}
