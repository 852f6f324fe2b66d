'use client'

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { useQueryKeepingPrevious } from '~/data/query'
import { useChange } from '~/data/use-change'
import { overList } from '~/ui/over-list'
import { toastDone } from '~/ui/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { nameOf } from '~/app/(signed-in)/organizations/[name]/(member)/members/member-name'
import type { FoundTeam } from './queries'

const PeopleOptions = graphql(`
  query PeopleOptions($name: String!, $search: String) {
    organization(name: $name) {
      memberships(search: $search, page: { size: 20 }) {
        nodes {
          id
          email
          status
          user {
            username
          }
          teams(page: { size: 100 }) {
            nodes {
              id
            }
          }
        }
      }
    }
  }
`)

/** Search among the members of the organization, and pick one; who is invited joins on acceptance. */
export function AddPerson({ team }: { team: FoundTeam }) {
  const { name } = useOrganization()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data, isFetching } = useQueryKeepingPrevious(PeopleOptions, { name, search })
  const join = useChange('teamMembershipsAdd')
  const people = (data?.organization?.memberships.nodes ?? []).filter(
    ({ teams }) => !teams.nodes.some(({ id }) => id === team.id),
  )

  async function add(id: string | null) {
    const person = people.find((each) => each.id === id)
    if (!person) return
    setText('')
    const { userErrors } = await join.mutateAsync({ id: team.id, membershipIds: [person.id] })
    if (userErrors.length > 0) return
    const invited = person.status === 'INVITED'
    toastDone(`${nameOf(person)} ${invited ? 'will be' : 'is'} in ${team.name}.`)
  }

  return (
    <Select
      label="Add a member"
      description="Of the organization. Invited people join the team on acceptance."
      placeholder="Search members"
      mt="sm"
      maw={420}
      data={people.map((person) => ({
        value: person.id,
        label: person.status === 'INVITED' ? `${person.email} (invited)` : nameOf(person),
      }))}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      onChange={(id) => void add(id).catch(() => undefined)}
      nothingFoundMessage={isFetching ? 'Searching…' : 'No other member matches'}
      {...overList({ error: join.data?.userErrors.map(({ message }) => message).join('. ') })}
    />
  )
}
