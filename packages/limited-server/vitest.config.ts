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
    // A test says what happens, not how fast a busy machine does it.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
