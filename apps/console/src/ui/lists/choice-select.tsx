import { type Choice, PlainSelect } from './plain-select'
import { Small } from '../texts'

type Props = {
  label: string
  /** Undefined, as in addresses, is the option without a value. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  options: readonly Choice[]
}

/** The option that narrows nothing. */
export const any: Choice = { value: '', label: 'Any' }

/** Select that filters a list by one of several values. A value that is no longer offered stays selected. */
export function ChoiceSelect({ label, value = '', onChange, options }: Props) {
  const isMissing = !options.some((option) => option.value === value)
  return (
    <label>
      <Small>{label}</Small>
      <PlainSelect
        isSmall
        value={value}
        onChange={(chosen) => onChange(chosen || undefined)}
        options={isMissing ? [...options, { value, label: value }] : options}
      />
    </label>
  )
}
