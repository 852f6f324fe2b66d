import type { ReactNode } from 'react'

/** A field with a list, which would cover its fault if the focus opened it: while there is one, a click or an arrow does. */
export const openOnClick = <Props extends { error?: ReactNode }>(
  field: Props,
): Props & { openOnFocus: boolean } => ({
  ...field,
  openOnFocus: !field.error,
})
