import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('src', import.meta.url)) } },
  test: {
    // Transformed modules, so that a single file of tests starts sooner.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: fileURLToPath(new URL('../../.cache/vitest', import.meta.url)),
    },
    include: ['src/**/*.test.ts'],
    // To start for each file of tests takes nine tenths of the whole time.
    isolate: false,
    environment: 'node',
    env: { CONSOLE_URL: 'https://console.example.com', SECRET_KEY: 'k'.repeat(32) },
    unstubEnvs: true,
    unstubGlobals: true,
    // A test says what happens, not how fast a busy machine does it.
    testTimeout: 60_000,
  },
})
