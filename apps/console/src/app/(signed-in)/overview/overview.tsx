'use client'

import { Grid } from '@mantine/core'
import { useMay } from '../../../shell/viewer'
import { PageHeader } from '../../../ui/page-header'
import { DeprecatedInUse, ExpiringTokens } from './attention'
import { Counts } from './counts'
import { MyOrganizations } from './organizations'

/** What needs attention first, then how things stand. */
export function Overview() {
  const mayRead = useMay('ENGINE_VERSIONS_READ')
  const half = { base: 12, md: mayRead ? 4 : 6 }
  return (
    <>
      <PageHeader title="Overview" />
      <Grid gap="md" align="stretch">
        {mayRead && (
          <Grid.Col span={12}>
            <Counts />
          </Grid.Col>
        )}
        {mayRead && (
          <Grid.Col span={half}>
            <DeprecatedInUse />
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
