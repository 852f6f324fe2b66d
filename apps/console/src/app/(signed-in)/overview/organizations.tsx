'use client'

import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { LinkButton } from '~/ui/links'
import { Note } from '~/ui/texts'
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
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  const { data, error, refetch } = useQuery(query(OverviewOrganizations, {}))
  const { nodes, totalCount } = data?.viewer?.organizations ?? { nodes: [], totalCount: 0 }
  return (
    <Card title="My organizations" loading={!data} error={error} retry={refetch}>
      {nodes.length === 0 && (
        <Stack gap="xs" align="flex-start">
          <Note>
            You are not in an organization yet.{' '}
            {mayCreate ? 'Create one, or ask an owner to invite you.' : 'Ask an owner to invite you.'}
          </Note>
          {mayCreate && (
            <LinkButton href={paths.organizationNew()} size="xs" variant="default">
              New organization
            </LinkButton>
          )}
        </Stack>
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
      {totalCount > nodes.length && <Note>and {totalCount - nodes.length} more</Note>}
    </Card>
  )
}
