import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { config } from '../config'
import { shownOf } from '../installation'
import { Providers } from '../shell/providers'
import { RowHeightScript } from '../shell/row-height-script'
import { typefaceVariables } from '../shell/typefaces'
import { InstallationProvider } from '../ui/installation'
import '../shell/global.css'

export async function generateMetadata(): Promise<Metadata> {
  // Settings are those of the process that answers, not of the build.
  await headers()
  const { name, logo } = shownOf(config())
  return {
    robots: 'noindex',
    // Without a default: it would stand before the titles that the pages write themselves.
    ...(name !== undefined && { title: { template: `%s · ${name}`, default: '' } }),
    ...(logo !== undefined && { icons: { icon: logo } }),
  }
}

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
    <html lang="en" {...mantineHtmlProps} className={typefaceVariables}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
        <RowHeightScript nonce={nonce} />
      </head>
      <body>
        <noscript>
          <p className="no-script">
            This console needs JavaScript. Allow it for this address, and load the page again.
          </p>
        </noscript>
        <InstallationProvider installation={shownOf(config())}>
          <Providers nonce={nonce}>{children}</Providers>
        </InstallationProvider>
      </body>
    </html>
  )
}
