import type { ReactNode } from 'react'
import classes from './with-rail.module.css'

type Props = {
  /** How to use the thing, and its facts. */
  rail: ReactNode
  children: ReactNode
}

/** What a page is about, and beside it at a glance how to use the thing; below it where there is no room. */
export const WithRail = ({ rail, children }: Props) => (
  <div className={classes['page']}>
    <div className={classes['column']}>{children}</div>
    <aside className={classes['column']} data-rail aria-label="At a glance">
      {rail}
    </aside>
  </div>
)
