'use client'

import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { given } from '~/ui/given'
import { Moment } from '~/ui/moment'
import { Note } from '~/ui/texts'
import { Card } from './card'
import classes from './overview.module.css'

const OverviewTokens = graphql(`
  query OverviewTokens {
    viewer {
      attention {
        expiringTokens(page: { size: 5 }) {
          nodes {
            id
            description
            expiresAt
          }
          totalCount
        }
      }
    }
  }
`)

/** The viewer's tokens that stop working within a month. */
export function ExpiringTokens() {
  const { data, error, refetch } = useQuery(query(OverviewTokens, {}))
  const { nodes, totalCount } = data?.viewer?.attention.expiringTokens ?? { nodes: [], totalCount: 0 }
  return (
    <Card title="My tokens that expire soon" loading={!data} error={error} retry={refetch}>
      {nodes.length === 0 && <Note>None within the next 30 days.</Note>}
      <ul className={classes['list']}>
        {nodes.map(({ id, description, expiresAt }) => (
          <li key={id}>
            <Text size="sm" fw={600}>
              {given(description ?? 'Without description')}
            </Text>
            <Text size="sm">
              <Moment at={expiresAt} />
            </Text>
          </li>
        ))}
      </ul>
      <Anchor component={Link} href={paths.tokens()} size="sm">
        {totalCount > nodes.length ? `All ${totalCount} are among my tokens` : 'My tokens'}
      </Anchor>
    </Card>
  )
}
