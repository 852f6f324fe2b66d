'use client'

import { lazy, Suspense } from 'react'
import { dialogs } from '../ui/dialogs'
import { toasts } from '../ui/toast'

const Modals = lazy(async () => ({ default: (await import('./modals')).Modals }))
const Messages = lazy(async () => ({ default: (await import('./messages')).Messages }))

/** What lies over any page, once something was to be shown there. */
export function Overlays() {
  const asked = dialogs.useWanted()
  const hasToasts = toasts.useWanted()
  return (
    <>
      {/* Each waits by itself: to fetch one must not hide the other. */}
      <Suspense>{asked && <Modals />}</Suspense>
      <Suspense>{hasToasts && <Messages />}</Suspense>
    </>
  )
}
