'use client'

import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { count } from '~/ui/plural'
import { Note } from '~/ui/texts'
import { Card } from './card'
import classes from './overview.module.css'

const OverviewVersions = graphql(`
  query OverviewVersions {
    engineVersions(filter: { deprecated: true, used: true }, page: { size: 5 }) {
      nodes {
        id
        version
        usage
      }
      totalCount
    }
  }
`)

/** Deprecated versions that are still in use. */
export function DeprecatedInUse() {
  const { data, error, refetch } = useQuery(query(OverviewVersions, {}))
  const { nodes, totalCount } = data?.engineVersions ?? { nodes: [], totalCount: 0 }
  return (
    <Card title="Deprecated versions in use" loading={!data} error={error} retry={refetch}>
      {nodes.length === 0 && <Note>No deprecated version is in use.</Note>}
      <ul className={classes['list']}>
        {nodes.map(({ id, version, usage }) => (
          <li key={id}>
            <Anchor component={Link} href={paths.engineVersion(id)} size="sm" fw={600}>
              {version}
            </Anchor>
            <Text size="sm">{count(usage, 'workspace')}</Text>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && (
        <Anchor component={Link} href={paths.engineVersions({ deprecated: 'true', used: 'true' })} size="sm">
          All {totalCount}
        </Anchor>
      )}
    </Card>
  )
}
