'use client'

import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { NewButton } from '~/ui/links'
import { Note } from '~/ui/texts'
import { Card } from './card'
import { UsageBars } from './usage-bars'

const OverviewUsage = graphql(`
  query OverviewUsage {
    viewer {
      attention {
        usedEngineVersions(page: { size: 7 }) {
          nodes {
            id
            version
            deprecated
            enabled
            workspaces
          }
          totalCount
        }
      }
    }
  }
`)

/** Which engine versions the workspaces are on, the most used first. */
export function UsageByVersion() {
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const { data, error, refetch } = useQuery(query(OverviewUsage, {}))
  const { nodes, totalCount } = data?.viewer?.attention.usedEngineVersions ?? { nodes: [], totalCount: 0 }
  return (
    <Card title="Workspaces by engine version" loading={!data} expected={208} error={error} retry={refetch}>
      {nodes.length === 0 ? <NoneYet /> : <UsageBars versions={nodes} />}
      {mayReadVersions && (
        <Anchor component={Link} href={paths.enginesSeen()} size="sm">
          Engines seen in the last 30 days
        </Anchor>
      )}
      {mayReadVersions && totalCount > nodes.length && (
        <Anchor component={Link} href={paths.engineVersions({ used: 'true', order: '-usage' })} size="sm">
          All {totalCount.toLocaleString('en')} versions in use
        </Anchor>
      )}
    </Card>
  )
}

function NoneYet() {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  return (
    <Stack align="flex-start" gap="sm">
      <Note>No workspace uses a version yet.</Note>
      {mayWrite && <NewButton href={paths.engineVersionNew()}>New engine version</NewButton>}
    </Stack>
  )
}
