import { useState } from 'react'
import { Select } from '../list-field'
import type { foundOptions } from './found-options'

type Props = ReturnType<typeof foundOptions> & {
  label: string
  /** Undefined, as in addresses, is the list without this filter. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Hears what is searched for. */
  onSearch: (text: string) => void
}

/** Select that filters a list by one of many values, which the server finds as one types. */
export function SearchedChoice({ label, value, onChange, onSearch, data, ...found }: Props) {
  const chosen =
    value === undefined ? undefined : (data.find((each) => each.value === value) ?? { value, label: value })
  const [text, setText] = useState(chosen?.label ?? '')
  return (
    <Select
      {...found}
      data={chosen && !data.includes(chosen) ? [chosen, ...data] : data}
      label={label}
      labelProps={{ c: 'dimmed', fw: 400, mb: 4 }}
      size="xs"
      placeholder="Any"
      // The filters are in a popover, which a press outside of it closes.
      comboboxProps={{ withinPortal: false }}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      clearable
      // The popover gives it the focus when it opens.
      openOnFocus={false}
      searchValue={text}
      onSearchChange={(next) => {
        setText(next)
        // A chosen value stands in the field by its label, for which nothing is searched.
        onSearch(data.some((each) => each.label === next) || next === chosen?.label ? '' : next)
      }}
    />
  )
}
