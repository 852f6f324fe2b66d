'use client'

import { Grid, Skeleton } from '@mantine/core'
import { useMay } from '~/shell/viewer'
import { PageHeader } from '~/ui/page-header'
import { NeedsAttention, useAttention } from './overview/attention'
import { Downloads } from './overview/downloads'
import { EnginesRun } from './overview/engines-run'
import { Figures } from './overview/figures'
import { MyOrganizations } from './overview/organizations'
import { PendingInvitations, usePendingInvitations } from './overview/pending-invitations'
import { UsageByVersion } from './overview/usage'

/** What needs attention, and how things stand: for a member of what is theirs, for an administrator of all. */
export default function OverviewPage() {
  const isPending = [useAttention(), usePendingInvitations()].some(({ status }) => status === 'pending')
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const half = { base: 12, md: 6 }
  return (
    <>
      <PageHeader title="Overview" />
      <Figures />
      {/* How long the first list is decides where all else stands, so that nothing is shown before it. */}
      {isPending && <Skeleton height={280} mt="md" />}
      <Grid gap="md" mt="md" align="stretch" hidden={isPending}>
        <PendingInvitations />
        <Grid.Col span={{ base: 12, md: 8 }}>
          <NeedsAttention />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <MyOrganizations />
        </Grid.Col>
        <Grid.Col span={mayReadVersions ? 12 : half}>
          <Downloads />
        </Grid.Col>
        <Grid.Col span={half}>
          <UsageByVersion />
        </Grid.Col>
        {mayReadVersions && (
          <Grid.Col span={half}>
            <EnginesRun />
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}
