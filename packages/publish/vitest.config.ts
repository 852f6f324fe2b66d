import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Transformed modules, so that a single file of tests starts sooner.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: fileURLToPath(new URL('../../.cache/vitest', import.meta.url)),
    },
    // The stand-in for a platform is not behind the tester's own proxy.
    env: { NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
    include: ['src/**/*.test.ts'],
    // To start for each file of tests takes a fifth of the whole time.
    isolate: false,
    // Each publication starts a parser; a machine with other work to do is slow at that.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
