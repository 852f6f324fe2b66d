import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** @type {import('next').NextConfig} */
const config = {
  env: { NEXT_PUBLIC_VERSION: version },
  poweredByHeader: false,
  reactStrictMode: true,
  // No page has pictures of another size, for which Next would need a library.
  images: { unoptimized: true },
  // Where a build is written before it takes the place of the one that is there; the server uses the latter.
  distDir: process.env.BUILD_FOLDER ?? '.next',
  // `npm run types` checks them.
  typescript: { ignoreBuildErrors: true },
  agentRules: false,
  // A navigation without a connection waits for it; else it would end on the browser's own error page.
  // A build begins in an empty folder, so what it keeps for the next one is of no use.
  experimental: {
    useOffline: true,
    turbopackFileSystemCacheForBuild: false,
    // Larger pieces compress better: with those of half the size a page loads 13 kB more.
    turbopackChunking: { minChunkSize: 150_000 },
  },
  // All else passes `proxy.ts`, which says more.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
  // Where registry sharing was before providers were shared too.
  redirects: async () => [{ source: '/module-sharing', destination: '/registry-sharing', permanent: true }],
  turbopack: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    rules: {
      '*.{ts,tsx}': {
        condition: { all: [{ not: 'foreign' }, { content: /\b(graphql|useChange|change)\(/ }] },
        loaders: [fileURLToPath(new URL('graphql-loader.mjs', import.meta.url))],
      },
    },
  },
}

export default config
