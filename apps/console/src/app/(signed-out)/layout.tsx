import type { ReactNode } from 'react'
import { Brand } from '~/shell/brand'
import classes from './layout.module.css'

/** Two panes: what this is, and what is asked for. A narrow screen has the second alone, with the name above it. */
export default function SignedOutLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes['panes']}>
      <div className={classes['about']}>
        <Layers />
        <Brand />
      </div>
      <main className={classes['main']}>{children}</main>
    </div>
  )
}

/** The mark, so large that its layers are seen through one another. */
const Layers = () => (
  <svg viewBox="0 0 400 320" className={classes['layers']} aria-hidden="true">
    <path d="M200 120 0 220l200 100 200-100z" fill="#fff" fillOpacity="0.05" stroke="#5f9fc8" />
    <path d="M200 60 0 160l200 100 200-100z" fill="#fff" fillOpacity="0.07" stroke="#88b8d7" />
    <path d="M200 0 0 100l200 100 200-100z" fill="#fff" fillOpacity="0.92" />
  </svg>
)
