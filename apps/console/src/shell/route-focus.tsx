'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/**
 * After each navigation the focus goes to the heading of the new page, so that the keyboard starts there. Next itself
 * announces the new title to screen readers.
 */
export function RouteFocus() {
  const pathname = usePathname()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
