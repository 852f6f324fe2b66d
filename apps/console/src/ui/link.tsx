'use client'

// oxlint-disable-next-line no-restricted-imports
import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { useGo } from './navigation'
import { warmPage } from './warm-pages'

type Props = Omit<ComponentProps<typeof NextLink>, 'prefetch' | 'replace' | 'onNavigate' | 'href'> & {
  href: string
}

/**
 * A link to a page of the console. The scripts of the page are fetched when the pointer or the focus reaches the link: to do
 * so for every link in sight asks the server for fifty pages where one is read.
 */
export function Link({ href, onPointerEnter, onFocus, ...props }: Props) {
  const go = useGo()
  return (
    <NextLink
      {...props}
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault()
        go(href, 'push')
      }}
      onPointerEnter={(event) => {
        void warmPage(href)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        void warmPage(href)
        onFocus?.(event)
      }}
    />
  )
}
