import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

const { resolve } = createRequire(import.meta.url)

/** The tests that need no database: quick enough to be run for thousands of mutants. */
export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: resolve('graphql/index.js') }] },
  test: {
    env: { NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
    include: ['apps/{api,console}/src/**/*.test.ts', 'packages/*/src/**/*.test.ts'],
    // Minutes of unpacking, for mutants that quicker tests find too.
    exclude: ['**/node_modules/**', '**/archives/bomb.test.ts'],
    setupFiles: ['apps/api/test/setup.ts'],
    testTimeout: 20_000,
  },
})
