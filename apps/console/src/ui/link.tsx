'use client'

// oxlint-disable-next-line no-restricted-imports
import NextLink from 'next/link'
import { useState, type ComponentProps } from 'react'
import { useGo } from './navigation'

type Props = Omit<ComponentProps<typeof NextLink>, 'prefetch' | 'replace' | 'onNavigate' | 'href'> & {
  href: string
}

/**
 * A link to a page of the console. What the page needs is fetched when the pointer or the focus reaches the link: to do so
 * for every link in sight asks the server for fifty pages where one is read.
 */
export function Link({ href, onPointerEnter, onFocus, ...props }: Props) {
  const [reached, setReached] = useState(false)
  const go = useGo()
  return (
    <NextLink
      {...props}
      href={href}
      prefetch={reached ? null : false}
      onNavigate={(event) => {
        event.preventDefault()
        go(href, 'push')
      }}
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
