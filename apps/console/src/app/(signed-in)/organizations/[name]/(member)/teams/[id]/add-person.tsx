'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { useQueryKeepingPrevious } from '~/data/query'
import { useChange } from '~/data/use-change'
import { foundOptions, hiddenOf } from '~/ui/lists/found-options'
import { openOnClick } from '~/ui/open-on-click'
import { toastDone } from '~/ui/feedback/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { nameOf } from '~/app/(signed-in)/organizations/[name]/(member)/members/member-name'
import type { FoundTeam } from './queries'
import { Select } from '~/ui/list-field'

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
        totalCount
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
  const found = data?.organization?.memberships
  const people = (found?.nodes ?? []).filter(({ teams }) => !teams.nodes.some(({ id }) => id === team.id))

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
      {...foundOptions({
        noun: 'member',
        options: people.map((person) => ({
          value: person.id,
          label: person.status === 'INVITED' ? `${person.email} (invited)` : nameOf(person),
        })),
        hidden: hiddenOf(found),
        isFetching,
      })}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => void add(id).catch(() => undefined)}
      {...openOnClick({ error: join.data?.userErrors.map(({ message }) => message).join('. ') })}
    />
  )
}
