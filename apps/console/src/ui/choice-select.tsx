import { NativeSelect } from '@mantine/core'

type Props = {
  label: string
  /** Undefined, as in addresses, is the option without a value. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  options: readonly Option[]
}

type Option = { value: string; label: string }

/** The option that narrows nothing. */
export const any: Option = { value: '', label: 'Any' }

/** A filter of a list that has one value of several. A value that is not among them any more stays one. */
export function ChoiceSelect({ label, value = '', onChange, options }: Props) {
  const isMissing = !options.some((option) => option.value === value)
  return (
    <NativeSelect
      label={label}
      labelProps={{ c: 'dimmed', fw: 400, mb: 4 }}
      size="xs"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={isMissing ? [...options, { value, label: value }] : [...options]}
    />
  )
}
