'use client'

import { Grid } from '@mantine/core'
import { useMay } from '~/shell/viewer'
import { PageHeader } from '~/ui/page-header'
import { NeedsAttention } from './overview/attention'
import { Counts } from './overview/counts'
import { DeprecatedInUse } from './overview/deprecated-in-use'
import { DisabledOrganizations } from './overview/disabled-organizations'
import { Downloads } from './overview/downloads'
import { ExpiringTokens } from './overview/expiring-tokens'
import { MyOrganizations } from './overview/organizations'
import { PendingInvitations } from './overview/pending-invitations'
import { UsageByVersion } from './overview/usage'

/** What needs attention first, then how things stand. */
export default function OverviewPage() {
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const mayReadOrganizations = useMay('SITE_ORGANIZATIONS_READ')
  const half = { base: 12, md: 6 }
  return (
    <>
      <PageHeader title="Overview" />
      <Grid gap="md" align="stretch">
        <PendingInvitations />
        <Grid.Col span={12}>
          <NeedsAttention />
        </Grid.Col>
        {mayReadVersions && (
          <Grid.Col span={half}>
            <DeprecatedInUse />
          </Grid.Col>
        )}
        {mayReadOrganizations && (
          <Grid.Col span={half}>
            <DisabledOrganizations />
          </Grid.Col>
        )}
        <Grid.Col span={half}>
          <ExpiringTokens />
        </Grid.Col>
        <Grid.Col span={half}>
          <MyOrganizations />
        </Grid.Col>
        {mayReadVersions && (
          <Grid.Col span={half}>
            <Counts />
          </Grid.Col>
        )}
        {mayReadVersions && (
          <Grid.Col span={half}>
            <UsageByVersion />
          </Grid.Col>
        )}
        <Grid.Col span={12}>
          <Downloads />
        </Grid.Col>
      </Grid>
    </>
  )
}
