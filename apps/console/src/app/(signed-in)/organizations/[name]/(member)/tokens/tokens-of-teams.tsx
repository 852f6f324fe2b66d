'use client'

import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { TeamsWithTokensQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'
import { ListSection } from '~/ui/section'
import { count } from '~/ui/text'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'

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
          ...PageFacts
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
    cell: ({ id, name }) => <NameLink href={paths.team(organization, id)}>{name}</NameLink>,
  },
  { key: 'tokens', header: 'Tokens', width: 3, cell: ({ tokens }) => count(tokens.totalCount, 'token') },
  {
    key: 'newest',
    header: 'Newest',
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
  const list = useList(TeamsWithTokens, {
    noun: 'team',
    variables: { name },
    pick: (data) => data.organization?.teams,
  })
  return (
    <ListSection
      title="Team tokens"
      about={
        <Note mt={4}>
          A token of a team has the rights of the team. Create and revoke them on the page of the team.
        </Note>
      }
    >
      <PagedList
        columns={columns(name)}
        {...list}
        label="Team tokens"
        expected={2}
        nothing="There are no teams."
      />
    </ListSection>
  )
}
