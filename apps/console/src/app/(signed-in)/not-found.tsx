'use client'

import { lazy, Suspense } from 'react'

const NothingHere = lazy(async () => ({ default: (await import('~/shell/nothing-here')).NothingHere }))

/** It belongs to every page, and is fetched where it is shown. */
export default function NotFound() {
  return (
    <Suspense>
      <NothingHere />
    </Suspense>
  )
}
