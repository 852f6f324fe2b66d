'use client'

import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { useQueryKeepingPrevious } from '~/data/query'
import { foundOptions, hiddenOf } from '~/ui/lists/found-options'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

const TeamOptions = graphql(`
  query TeamOptions($name: String!, $search: String) {
    organization(name: $name) {
      teams(search: $search, page: { size: 20 }) {
        nodes {
          id
          name
        }
        totalCount
      }
    }
  }
`)

/** Options of a field that picks teams. Teams found earlier stay, since some of them may be picked. */
export function useTeamOptions() {
  const { name } = useOrganization()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data, isFetching } = useQueryKeepingPrevious(TeamOptions, { name, search })
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({})
  const teams = data?.organization?.teams
  const found = teams?.nodes ?? []
  if (found.some((team) => seen[team.id] !== team.name))
    setSeen({ ...seen, ...Object.fromEntries(found.map((team) => [team.id, team.name])) })
  const options = Object.entries(seen).map(([value, label]) => ({ value, label }))
  const isKnown = (value: string) => Object.hasOwn(seen, value)
  const isShown = (value: string) => !isKnown(value) || found.some(({ id }) => id === value)
  return {
    ...foundOptions({ noun: 'team', options, hidden: hiddenOf(teams), isFetching }),
    filter: (({ options: given }) =>
      given.filter((option) => 'value' in option && isShown(option.value))) satisfies OptionsFilter,
    placeholder: 'Search teams',
    searchable: true,
    searchValue: text,
    onSearchChange: setText,
  }
}
