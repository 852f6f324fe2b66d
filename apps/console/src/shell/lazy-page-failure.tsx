'use client'

import { type ComponentProps, lazy, Suspense } from 'react'
import type { PageFailure } from './page-failure'

type Props = ComponentProps<typeof PageFailure>

/**
 * The error of a page, whose code is fetched once there is one: every page would else begin with it. Without a connection
 * it is told in plain words.
 */
export const LazyPageFailure = (props: Props) => (
  <Suspense>
    <Fetched {...props} />
  </Suspense>
)

const Fetched = lazy(async () =>
  import('./page-failure').then(
    (found) => ({ default: found.PageFailure }),
    () => ({ default: PlainFailure }),
  ),
)

const PlainFailure = ({ retry }: Props) => (
  <div role="alert">
    <h1>This page could not be shown</h1>
    <p>
      The console does not answer. Check your connection.{' '}
      <button type="button" onClick={retry}>
        Try again
      </button>
    </p>
  </div>
)
