import { type Icon, IconSelector } from '@tabler/icons-react'
import classes from './plain-select.module.css'

export type Choice = { value: string; label: string; disabled?: boolean }

type Props = {
  'aria-label'?: string
  icon?: Icon
  isSmall?: boolean
  options: readonly Choice[]
  value: string
  onChange: (value: string) => void
}

/** Select next to a list. A field of a form has the library's, which is as heavy as a form. */
export const PlainSelect = ({ icon: Mark, isSmall = false, options, value, onChange, ...named }: Props) => (
  <span className={classes['select']} data-small={isSmall || undefined}>
    {Mark && <Mark size={15} aria-hidden />}
    <select {...named} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
    <IconSelector size={14} data-position="right" aria-hidden />
  </span>
)
