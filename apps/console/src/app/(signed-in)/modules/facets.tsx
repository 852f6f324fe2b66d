'use client'

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { RegistryModuleFilter } from '~/data/generated/graphql'
import { query } from '~/data/query'

const ModuleFacets = graphql(`
  query ModuleFacets($filter: RegistryModuleFilter!) {
    registryModuleFacets(filter: $filter) {
      organizations {
        value
        count
      }
      providers {
        value
        count
      }
    }
  }
`)

type Props = {
  filter: RegistryModuleFilter
  /** What each choice is called. */
  names: Readonly<Record<string, string>>
  choose: (name: string, value: string | undefined) => void
}

/** The organizations and providers that the list can be narrowed by, with the number of modules of each. */
export function Facets({ filter, names, choose }: Props) {
  const { data } = useQuery(query(ModuleFacets, { filter }))
  const found = data?.registryModuleFacets
  const facets = { organization: found?.organizations ?? [], provider: found?.providers ?? [] }
  return Object.entries(facets)
    .filter(([name]) => Object.hasOwn(names, name))
    .map(([name, values]) => {
      const chosen = filter[name as keyof typeof facets] ?? ''
      const isMissing = chosen !== '' && !values.some(({ value }) => value === chosen)
      return (
        <NativeSelect
          key={name}
          label={names[name]}
          labelProps={{ c: 'dimmed', fw: 400, mb: 4 }}
          size="xs"
          value={chosen}
          onChange={({ currentTarget }) => choose(name, currentTarget.value || undefined)}
          data={[
            { value: '', label: 'Any' },
            ...(isMissing ? [{ value: chosen, label: chosen }] : []),
            ...values.map(({ value, count }) => ({
              value,
              label: `${value} (${count.toLocaleString('en')})`,
            })),
          ]}
        />
      )
    })
}
