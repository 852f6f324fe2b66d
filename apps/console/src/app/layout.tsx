import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from '../shell/providers'
import { RowHeightScript } from '../shell/row-height-script'
import '../shell/global.css'

/** From our own server. A page for which it comes too late keeps a system font of the same measures: nothing moves. */
const typeface = localFont({
  src: '../../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--console-typeface',
})

export const metadata: Metadata = { robots: 'noindex' }

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#1c222b' },
  ],
}

/** The nonce makes every page render for its own request, which the policy for scripts needs. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const policy = (await headers()).get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  return (
    <html lang="en" {...mantineHtmlProps} className={typeface.variable}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
        <RowHeightScript nonce={nonce} />
      </head>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  )
}
