'use client'

import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { graphql } from '../../../data/generated'
import { query } from '../../../data/query'
import { paths } from '../../../paths'
import { Card } from './card'
import classes from './overview.module.css'

const OverviewOrganizations = graphql(`
  query OverviewOrganizations {
    viewer {
      organizations(page: { size: 10 }) {
        nodes {
          id
          name
        }
        totalCount
      }
    }
  }
`)

/** Where the viewer belongs. */
export function MyOrganizations() {
  const { data, error, refetch } = useQuery(query('viewer', OverviewOrganizations, {}))
  const { nodes, totalCount } = data?.viewer?.organizations ?? { nodes: [], totalCount: 0 }
  return (
    <Card title="My organizations" loading={!data} error={error} retry={refetch}>
      {nodes.length === 0 && (
        <Text size="sm" c="dimmed">
          You belong to no organization yet.
        </Text>
      )}
      <ul className={classes['list']}>
        {nodes.map(({ id, name }) => (
          <li key={id}>
            <Anchor component={Link} href={paths.organization(name)} size="sm">
              {name}
            </Anchor>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && (
        <Text size="sm" c="dimmed">
          and {totalCount - nodes.length} more
        </Text>
      )}
    </Card>
  )
}
