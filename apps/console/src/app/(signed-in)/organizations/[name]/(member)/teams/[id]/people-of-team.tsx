'use client'

import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { graphql } from '~/data/generated'
import type { TeamPeopleQuery } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import type { Column } from '~/ui/data-table'
import { PagedList } from '~/ui/paged-list'
import { ListSection } from '~/ui/section'
import { Problems } from '~/ui/texts'
import { toastDone } from '~/ui/toast'
import { useList } from '~/ui/use-list'
import { removeColumn } from '../remove-column'
import type { FoundTeam } from './queries'

/** Its choices weigh more than the page, which can be read before they are here. */
const AddPerson = lazy(async () => ({ default: (await import('./add-person')).AddPerson }))

const TeamPeople = graphql(`
  query TeamPeople($id: ID!, $page: PageInput!) {
    team(id: $id) {
      members(page: $page) {
        nodes {
          id
          username
          email
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
    }
  }
`)

type Person = NonNullable<TeamPeopleQuery['team']>['members']['nodes'][number]

const columns: readonly Column<Person>[] = [
  { key: 'name', header: 'Name', width: 4, place: 'title', cell: ({ username }) => username },
  { key: 'email', header: 'E-mail', width: 5, cell: ({ email }) => email },
]

/** Who is in the team; owners put people in and take them out. */
export function PeopleOfTeam({ team }: { team: FoundTeam }) {
  const list = useList(TeamPeople, {
    noun: 'member',
    size: 10,
    variables: { id: team.id },
    pick: (data) => data.team?.members,
  })
  const remove = useChange('teamMembersRemove')
  const removePerson = async ({ username }: Person) => {
    const { userErrors } = await remove.mutateAsync({ id: team.id, usernames: [username] })
    if (userErrors.length === 0) toastDone(`${username} is no longer in ${team.name}.`)
  }
  const taking = removeColumn<Person>(({ username }) => `Remove ${username} from ${team.name}`, removePerson)
  return (
    <ListSection
      title="Members"
      about={
        <>
          <Problems mt="sm" texts={remove.data?.userErrors.map(({ message }) => message) ?? []} />
          {team.canUpdate && (
            <Suspense fallback={<Skeleton mt="sm" maw={420} h={80} />}>
              <AddPerson team={team} />
            </Suspense>
          )}
        </>
      }
    >
      <PagedList
        columns={team.canUpdate ? [...columns, taking] : columns}
        {...list}
        expected={2}
        nothing="No members in this team yet."
      />
    </ListSection>
  )
}
