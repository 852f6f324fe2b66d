'use client'

import { LazyPageFailure } from '../shell/lazy-page-failure'
import classes from './error.module.css'

/** Error page for failures of the frame around pages, such as while the API is down. */
export default function RootError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className={classes['page']}>
      <div>
        <LazyPageFailure error={error} retry={retry} isAlone />
      </div>
    </main>
  )
}
