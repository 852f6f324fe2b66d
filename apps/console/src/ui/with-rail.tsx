import type { ReactNode } from 'react'
import classes from './with-rail.module.css'

type Props = {
  /** Instructions for the object, and its facts. */
  rail: ReactNode
  children: ReactNode
}

/** Layout of a page with a rail for instructions and facts next to it; below it where there is no room. */
export const WithRail = ({ rail, children }: Props) => (
  <div className={classes['page']}>
    <div className={classes['column']}>{children}</div>
    <aside className={classes['column']} data-rail aria-label="At a glance">
      {rail}
    </aside>
  </div>
)
