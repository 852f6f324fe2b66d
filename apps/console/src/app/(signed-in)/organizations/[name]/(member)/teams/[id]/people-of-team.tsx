'use client'

import { Alert, Box, Paper, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { graphql } from '~/data/generated'
import type { TeamPeopleQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { readPage } from '~/ui/list-state'
import { PagedList } from '~/ui/paged-list'
import { toastDone } from '~/ui/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useRemoveFromTeam } from '../changes'
import { takeOutColumn } from '../take-out'
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
          number
          size
          totalPages
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
  const { name } = useOrganization()
  const page = readPage(useSearchParams())
  const list = useQuery({
    ...query('organizations', TeamPeople, { id: team.id, page: { number: page, size: 10 } }),
    placeholderData: keepPreviousData,
  })
  const remove = useRemoveFromTeam()
  const takeOut = async ({ username }: Person) => {
    const { userErrors } = await remove.mutateAsync({ id: team.id, usernames: [username] })
    if (userErrors.length === 0) toastDone(`${username} is no longer in ${team.name}.`)
  }
  const taking = takeOutColumn<Person>(({ username }) => `Take ${username} out of ${team.name}`, takeOut)
  return (
    <Paper component="section" aria-labelledby="people">
      <Box p="md" pb="xs">
        <Title order={2} id="people">
          Members
        </Title>
        {remove.data && remove.data.userErrors.length > 0 && (
          <Alert color="red" role="alert" mt="sm">
            {remove.data.userErrors.map(({ message }) => message).join('. ')}
          </Alert>
        )}
        {team.canUpdate && (
          <Suspense fallback={<Skeleton mt="sm" maw={420} h={80} />}>
            <AddPerson team={team} />
          </Suspense>
        )}
      </Box>
      <PagedList
        label="Members"
        columns={team.canUpdate ? [...columns, taking] : columns}
        list={list}
        found={list.data?.team?.members}
        expected={2}
        failureTitle="The members could not be loaded"
        nothing={
          <Text size="sm" c="dimmed" px="md" pb="md">
            No members in this team yet.
          </Text>
        }
        onPage={(number) => window.history.pushState(null, '', paths.team(name, team.id, { page: number }))}
      />
    </Paper>
  )
}
