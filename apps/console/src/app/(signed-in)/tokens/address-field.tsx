'use client'

import type { AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SearchHitKind } from '~/data/generated/graphql'
import { useHits } from '~/shell/palette/search'
import { type Thing, thingOf } from '~/shell/thing'
import { openOnClick } from '~/ui/open-on-click'
import { Autocomplete } from '~/ui/list-field'

type AddressFieldProps = AutocompleteProps & { value: string; kind: SearchHitKind }

/** The address of a thing: those that the viewer may see are suggested, any other may be typed. */
export function AddressField({ kind, ...field }: AddressFieldProps) {
  // The search knows names, not addresses.
  const typed = field.value.split('/').findLast((part) => part.trim() !== '') ?? ''
  const [search] = useDebouncedValue(typed.trim(), 200)
  const found = useHits(search).hits.filter((hit) => hit.kind === kind)
  return (
    <Autocomplete
      {...openOnClick(field)}
      data={[...new Set(found.map((hit) => addressOf(thingOf(hit))))]}
      spellCheck={false}
      autoCapitalize="none"
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** The name of a workspace is its own only within its organization. */
const addressOf = ({ kind, label, hint }: Thing): string =>
  kind === 'WORKSPACE' ? `${hint}/${label}` : label
