'use client'

import { Select } from '@mantine/core'
import { useState } from 'react'
import { useQueryKeepingPrevious } from '~/data/query'
import { useTyped } from '~/ui/typed'
import { VersionLists } from './version-lists'

export type InputToFill = { name: string; type: string; description: string }

type Props = {
  variables: { organization: string; name: string; provider: string; version: string; path: string }
  added: readonly InputToFill[]
  onAdd: (input: InputToFill) => void
}

/** Finds an input that need not be given. There may be thousands, so the API looks for them. */
export function OptionalInputs({ variables, added, onAdd }: Props) {
  const [search, setSearch] = useState('')
  const [text, change] = useTyped(search, setSearch)
  const list = useQueryKeepingPrevious(VersionLists, {
    ...variables,
    inputs: true,
    required: false,
    search,
    page: { number: 1, size: 50 },
  })
  const inputs = list.data?.registryModuleNamespace?.registryModule?.version?.folder?.inputs?.nodes ?? []
  const others = inputs.filter(({ name }) => !added.some((each) => each.name === name))
  const add = (name: string | null) => {
    const input = others.find((each) => each.name === name)
    if (input) onAdd(input)
    change('')
  }
  return (
    <Select
      label="Add an optional input"
      placeholder="Search inputs"
      data={others.map(({ name }) => name)}
      // What was found is shown as it is.
      filter={({ options }) => options}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={change}
      onChange={add}
      nothingFoundMessage={list.isFetching ? 'Searching …' : 'No other input'}
    />
  )
}
