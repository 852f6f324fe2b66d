'use client'

import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SearchHitKind } from '~/data/generated/graphql'
import { useFoundThings } from '~/shell/palette-search'
import type { Thing } from '~/shell/thing'
import { overList } from '~/ui/over-list'

type AddressFieldProps = AutocompleteProps & { value: string; kind: SearchHitKind }

/** The address of a thing: those that the viewer may see are suggested, any other may be typed. */
export function AddressField({ kind, ...field }: AddressFieldProps) {
  // The search knows names, not addresses.
  const typed = field.value.split('/').findLast((part) => part.trim() !== '') ?? ''
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { groups } = useFoundThings(search)
  const found = groups.flatMap(({ things }) => things.filter((thing) => thing.kind === kind))
  return (
    <Autocomplete
      {...overList(field)}
      data={[...new Set(found.map(addressOf))]}
      spellCheck={false}
      autoCapitalize="none"
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** The name of a workspace is its own only within its organization. */
const addressOf = ({ kind, label, hint }: Thing): string =>
  kind === 'WORKSPACE' ? `${hint}/${label}` : label
