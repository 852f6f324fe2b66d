import type { ReactNode } from 'react'
import classes from './monogram.module.css'
import { colorOf, initialsOf } from './text'

type Props = {
  name: string
  of: 'organization' | 'person'
  size?: 'sm' | 'lg'
}

/**
 * Initials on a colour that depends on the name, which makes it easy to spot. The full name stands next to
 * it.
 */
export const Monogram = ({ name, of, size = 'sm' }: Props) => (
  <span
    aria-hidden
    className={classes['monogram']}
    data-of={of}
    data-size={size}
    data-initials={initialsOf(name)}
    style={{
      background: `var(--mantine-color-${colorOf(name)}-light)`,
      color: `var(--mantine-color-${colorOf(name)}-light-color)`,
    }}
  />
)

/** A name with its monogram before it. */
export const WithMonogram = ({ children, ...monogram }: Props & { children: ReactNode }) => (
  <span className={classes['named']}>
    <Monogram {...monogram} />
    <span>{children}</span>
  </span>
)
