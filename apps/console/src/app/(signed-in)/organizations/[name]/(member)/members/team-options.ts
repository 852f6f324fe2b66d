'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { useQueryKeepingPrevious } from '~/data/query'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

const TeamOptions = graphql(`
  query TeamOptions($name: String!, $search: String) {
    organization(name: $name) {
      teams(search: $search, page: { size: 50 }) {
        nodes {
          id
          name
        }
      }
    }
  }
`)

/** What a field to pick teams needs. Those that were seen before stay, since some of them may be picked. */
export function useTeamOptions() {
  const { name } = useOrganization()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data, isFetching } = useQueryKeepingPrevious(TeamOptions, { name, search })
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({})
  const found = data?.organization?.teams.nodes ?? []
  if (found.some((team) => seen[team.id] !== team.name))
    setSeen({ ...seen, ...Object.fromEntries(found.map((team) => [team.id, team.name])) })
  return {
    data: Object.entries(seen).map(([value, label]) => ({ value, label })),
    placeholder: 'Search teams',
    searchable: true,
    searchValue: text,
    onSearchChange: setText,
    nothingFoundMessage: isFetching ? 'Searching…' : 'No other team matches',
  } as const
}
