import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('src', import.meta.url)) } },
  // A test says what happens, not how fast a busy machine does it.
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
})
