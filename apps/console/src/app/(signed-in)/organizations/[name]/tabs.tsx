'use client'

import { useEffect, useRef } from 'react'
import { Link } from '~/ui/link'
import classes from './tabs.module.css'

export type Tab = { label: string; path: string; isHere: boolean }

/** The way between the pages of an organization: on a narrow screen a row that scrolls, with the tab of the page in view. */
export function OrganizationTabs({ name, tabs }: { name: string; tabs: readonly Tab[] }) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !here) return
    row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2
  }, [])
  return (
    <nav aria-label={`Organization ${name}`} className={classes['tabs']}>
      <ul ref={row} className={classes['row']}>
        {tabs.map(({ label, path, isHere }) => (
          <li key={path}>
            <Link className={classes['tab']} href={path} aria-current={isHere ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
