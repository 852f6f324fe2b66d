import { useId } from 'react'
import classes from './segments.module.css'

type Props<Value extends string> = {
  /** Names the choice for screen readers. */
  label: string
  isFull?: boolean
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Choice of one of a few, all of which are in sight. */
export function Segments<Value extends string>({
  label,
  isFull = false,
  options,
  value,
  onChange,
}: Props<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes['segments']} data-full={isFull || undefined}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
