'use client'

import type { SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { useQueryKeepingPrevious } from '~/data/query'
import { foundOptions } from '~/ui/lists/found-options'
import { openOnClick } from '~/ui/open-on-click'
import { Select } from '~/ui/list-field'

const OrganizationOptions = graphql(`
  query OrganizationOptions($search: String!) {
    siteOrganizations(filter: { search: $search }, page: { size: 20 }) {
      nodes {
        id
        name
        isDisabled
      }
      totalCount
    }
  }
`)

type Props = Pick<SelectProps, 'label' | 'aria-label' | 'error' | 'placeholder' | 'w' | 'maw'> & {
  /** Text typed before this code was loaded. */
  typed?: string
  /** Names that cannot be picked. */
  without?: readonly string[]
  /** Says above how to find one; a field in a line of buttons has no room for it. */
  isDescribed?: boolean
  onPick: (name: string) => void
}

/** Finds one of all organizations by a part of its name. */
export function OrganizationSelect({
  without = [],
  isDescribed = false,
  typed = '',
  onPick,
  ...props
}: Props) {
  const [text, setText] = useState(typed)
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data, isFetching } = useQueryKeepingPrevious(OrganizationOptions, { search })
  const { nodes, totalCount } = data?.siteOrganizations ?? { nodes: [], totalCount: 0 }
  const taken = new Set(without)
  return (
    <Select
      {...openOnClick(props)}
      description={isDescribed && 'Type a part of its name or e-mail address.'}
      {...foundOptions({
        noun: 'organization',
        options: nodes
          .filter(({ name }) => !taken.has(name))
          .map(({ name, isDisabled }) => ({ value: name, label: isDisabled ? `${name} (disabled)` : name })),
        hidden: totalCount - nodes.length,
        isFetching,
      })}
      // Null would empty the field that takes the place of the one typed into.
      value=""
      searchable
      searchValue={text}
      onSearchChange={setText}
      onChange={(name) => {
        if (name === null || taken.has(name)) return
        setText('')
        onPick(name)
      }}
    />
  )
}
