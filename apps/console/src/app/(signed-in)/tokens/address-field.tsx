'use client'

import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useFoundThings } from '~/shell/palette-search'

type Props = {
  label: string
  description: string
  /** What is suggested. */
  kind: 'MODULE' | 'PROVIDER'
  value: string
  onChange: (address: string) => void
  error: string | undefined
}

/** The address of a module or a provider: those that the viewer may see are suggested, any other may be typed. */
export function AddressField({ kind, ...field }: Props) {
  // The search knows names, not addresses.
  const typed = field.value.split('/').findLast((part) => part.trim() !== '') ?? ''
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { groups } = useFoundThings(search)
  const found = groups.flatMap(({ things }) => things.filter((thing) => thing.kind === kind))
  return (
    <Autocomplete
      {...field}
      data={[...new Set(found.map(({ label }) => label))]}
      spellCheck={false}
      autoCapitalize="none"
      comboboxProps={{ withinPortal: true }}
    />
  )
}
