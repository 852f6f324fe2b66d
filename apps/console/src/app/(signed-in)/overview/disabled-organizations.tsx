'use client'

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Moment } from '~/ui/moment'
import { Note } from '~/ui/texts'
import { Card } from './card'
import classes from './overview.module.css'

const OverviewDisabled = graphql(`
  query OverviewDisabled {
    siteOrganizations(filter: { isDisabled: true }, page: { size: 5 }) {
      nodes {
        id
        name
        updatedAt
      }
      totalCount
    }
  }
`)

/** Disabled organizations. */
export function DisabledOrganizations() {
  const { data, error, refetch } = useQuery(query(OverviewDisabled, {}))
  const { nodes, totalCount } = data?.siteOrganizations ?? { nodes: [], totalCount: 0 }
  return (
    <Card title="Disabled organizations" loading={!data} error={error} retry={refetch}>
      {nodes.length === 0 && <Note>No organization is disabled.</Note>}
      <ul className={classes['list']}>
        {nodes.map(({ id, name, updatedAt }) => (
          <li key={id}>
            <Anchor component={Link} href={paths.organization(name)} size="sm" fw={600}>
              {name}
            </Anchor>
            <Note>
              changed <Moment at={updatedAt} />
            </Note>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && (
        <Anchor component={Link} href={paths.organizations({ disabled: 'true' })} size="sm">
          All {totalCount}
        </Anchor>
      )}
    </Card>
  )
}
