'use client'

import { Anchor, Box, Paper, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { TeamsWithTokensQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { readPage } from '~/ui/list-state'
import { Moment } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'
import { count } from '~/ui/plural'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

const TeamsWithTokens = graphql(`
  query TeamsWithTokens($name: String!, $page: PageInput!) {
    organization(name: $name) {
      teams(page: $page) {
        nodes {
          id
          name
          tokens(page: { size: 1 }) {
            nodes {
              id
              createdAt
            }
            totalCount
          }
        }
        pageInfo {
          number
          size
          totalPages
        }
        totalCount
      }
    }
  }
`)

type Team = NonNullable<TeamsWithTokensQuery['organization']>['teams']['nodes'][number]

const columns = (organization: string): readonly Column<Team>[] => [
  {
    key: 'team',
    header: 'Team',
    width: 5,
    place: 'title',
    cell: ({ id, name }) => (
      <Anchor component={Link} href={paths.team(organization, id)} fw={600} inherit>
        {name}
      </Anchor>
    ),
  },
  { key: 'tokens', header: 'Tokens', width: 3, cell: ({ tokens }) => count(tokens.totalCount, 'token') },
  {
    key: 'newest',
    header: 'Newest made',
    width: 3,
    cell: ({ tokens }) => {
      const [newest] = tokens.nodes
      return newest ? <Moment at={newest.createdAt} /> : 'never'
    },
  },
]

/** How many tokens each team has; they are made and ended on the pages of the teams. */
export function TokensOfTeams() {
  const { name } = useOrganization()
  const page = readPage(useSearchParams())
  const list = useQuery({
    ...query('tokens', TeamsWithTokens, { name, page: { number: page, size: 20 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Paper component="section" aria-labelledby="team-tokens">
      <Box p="md" pb="xs">
        <Title order={2} id="team-tokens">
          Tokens of the teams
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          A token of a team may do what its members may do. Make and revoke them on the page of the team.
        </Text>
      </Box>
      <PagedList
        label="Tokens of the teams"
        columns={columns(name)}
        list={list}
        found={list.data?.organization?.teams}
        expected={2}
        failureTitle="The teams could not be loaded"
        nothing={
          <Text size="sm" c="dimmed" px="md" pb="md">
            There are no teams.
          </Text>
        }
        onPage={(number) =>
          window.history.pushState(null, '', paths.organizationTokens(name, { page: number }))
        }
      />
    </Paper>
  )
}
