'use client'

// oxlint-disable-next-line no-restricted-imports
import NextLink from 'next/link'
import { useState, type ComponentProps } from 'react'

/**
 * A link to a page of the console. What the page needs is fetched when the pointer or the focus reaches the link: to do so
 * for every link in sight asks the server for fifty pages where one is read.
 */
export function Link({
  onPointerEnter,
  onFocus,
  ...props
}: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  const [reached, setReached] = useState(false)
  return (
    <NextLink
      {...props}
      prefetch={reached ? null : false}
      onPointerEnter={(event) => {
        setReached(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setReached(true)
        onFocus?.(event)
      }}
    />
  )
}
