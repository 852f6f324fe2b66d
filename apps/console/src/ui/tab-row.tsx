'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import classes from './tab-row.module.css'

type Props = {
  label: string
  /** The key of the tab that is open. */
  here: string | undefined
  /** A `li` with a link for each tab; the open one has `aria-current`. */
  children: ReactNode
}

/** Tabs in one row: on a narrow screen it scrolls, with the tab that is open in view. */
export function TabRow({ label, here, children }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const shown = useRef(here)
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !open) return
    // A person may have scrolled it before the page's scripts ran.
    if (shown.current === here && row.current.scrollLeft > 0) return
    shown.current = here
    row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2
  }, [here])
  return (
    <nav aria-label={label} className={classes['tabs']}>
      <ul ref={row} className={classes['row']} data-sideways>
        {children}
      </ul>
    </nav>
  )
}
