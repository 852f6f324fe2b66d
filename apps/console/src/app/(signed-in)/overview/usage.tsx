'use client'

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Note } from '~/ui/texts'
import { Card } from './card'
import { UsageBars } from './usage-bars'

const OverviewUsage = graphql(`
  query OverviewUsage {
    engineVersions(filter: { used: true }, orderBy: { field: USAGE, direction: DESC }, page: { size: 8 }) {
      nodes {
        id
        version
        deprecated
        usage
      }
      totalCount
    }
  }
`)

/** Which engine versions the workspaces are on, the most used first. */
export function UsageByVersion() {
  const { data, error, refetch } = useQuery(query(OverviewUsage, {}))
  const { nodes, totalCount } = data?.engineVersions ?? { nodes: [], totalCount: 0 }
  return (
    <Card title="Workspaces by engine version" loading={!data} error={error} retry={refetch}>
      {nodes.length === 0 ? <Note>No workspace uses a version yet.</Note> : <UsageBars versions={nodes} />}
      {totalCount > nodes.length && (
        <Anchor component={Link} href={paths.engineVersions({ used: 'true', order: '-usage' })} size="sm">
          All {totalCount.toLocaleString('en')} versions in use
        </Anchor>
      )}
    </Card>
  )
}
