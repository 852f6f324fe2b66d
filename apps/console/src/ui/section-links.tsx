'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from './link'
import classes from './section-links.module.css'

type Props = {
  /** Names the links for screen readers. */
  label: string
  sections: readonly { label: string; path: string }[]
  children: ReactNode
}

/** Links between pages that belong together: next to them, or above on a phone. */
export function SectionLinks({ label, sections, children }: Props) {
  const pathname = usePathname()
  return (
    <div className={classes['columns']}>
      <nav aria-label={label}>
        <ul className={classes['links']}>
          {sections.map(({ label: name, path }) => (
            <li key={path}>
              <Link
                href={path}
                className={classes['link']}
                aria-current={pathname === path || pathname.startsWith(`${path}/`) ? 'page' : undefined}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes['content']}>{children}</div>
    </div>
  )
}
