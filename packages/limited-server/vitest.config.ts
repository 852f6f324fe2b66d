import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // A test says what happens, not how fast a busy machine does it.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
