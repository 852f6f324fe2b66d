import type { NextConfig } from 'next'
import { fileURLToPath } from 'node:url'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  // A navigation without a connection waits for it; else it would end on the browser's own error page.
  experimental: { useOffline: true },
  // All else passes `proxy.ts`, which says more.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
  turbopack: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    rules: {
      '*.{ts,tsx}': {
        condition: { all: [{ not: 'foreign' }, { content: /\bgraphql\(/ }] },
        loaders: [fileURLToPath(new URL('graphql-loader.mjs', import.meta.url))],
      },
    },
  },
}

export default config
