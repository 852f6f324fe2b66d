import type { CSSProperties, ReactNode } from 'react'
import classes from './columns.module.css'

/** Two columns, one below the other where there is no room: the first is `first` times as wide as the second. */
export const Columns = ({ first = 2, children }: { first?: number; children: ReactNode }) => (
  <div className={classes['columns']} style={{ '--console-first': `${first}fr` } as CSSProperties}>
    {children}
  </div>
)
