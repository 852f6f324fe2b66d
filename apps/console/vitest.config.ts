import { defineConfig } from 'vitest/config'

// A test says what happens, not how fast a busy machine does it.
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
})
