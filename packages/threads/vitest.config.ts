import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Each thread is started anew; a machine with other work to do is slow at that.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
