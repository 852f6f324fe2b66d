'use client'

import { lazy, Suspense } from 'react'

const PageNotFound = lazy(async () => ({ default: (await import('~/shell/page-not-found')).PageNotFound }))

/** Page for unknown addresses. Every page includes it, and loads it only when shown. */
export default function NotFound() {
  return (
    <Suspense>
      <PageNotFound />
    </Suspense>
  )
}
