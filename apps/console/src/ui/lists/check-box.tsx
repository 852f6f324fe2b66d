import type { ComponentProps } from 'react'
import classes from './check-box.module.css'

type Props = ComponentProps<'input'> & {
  /** Words next to it; a box without them has an `aria-label`. */
  label?: string
  indeterminate?: boolean
}

/** Box that selects rows of a list. A field of a form has the library's, which is as heavy as a form. */
export const CheckBox = ({ label, indeterminate = false, ...input }: Props) => (
  <label className={classes['box']}>
    <input
      {...input}
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = indeterminate
      }}
    />
    {label}
  </label>
)
