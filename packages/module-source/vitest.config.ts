import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Transformed modules, so that a single file of tests starts sooner.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: fileURLToPath(new URL('../../.cache/vitest', import.meta.url)),
    },
    include: ['src/**/*.test.ts'],
    // To start for each file of tests takes a fifth of the whole time.
    isolate: false,
    // Each test starts a parser; a machine with other work to do is slow at that.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
