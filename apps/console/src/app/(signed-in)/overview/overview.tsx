'use client'

import { Grid } from '@mantine/core'
import { useMay } from '../../../shell/viewer'
import { PageHeader } from '../../../ui/page-header'
import { DeprecatedInUse, ExpiringTokens } from './attention'
import { Counts } from './counts'
import { DisabledOrganizations } from './disabled-organizations'
import { MyOrganizations } from './organizations'

/** What needs attention first, then how things stand. */
export function Overview() {
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const mayReadOrganizations = useMay('SITE_ORGANIZATIONS_READ')
  const half = { base: 12, md: 6 }
  return (
    <>
      <PageHeader title="Overview" />
      <Grid gap="md" align="stretch">
        {mayReadVersions && (
          <Grid.Col span={12}>
            <Counts />
          </Grid.Col>
        )}
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
      </Grid>
    </>
  )
}
