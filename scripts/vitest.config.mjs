import { defineConfig } from 'vitest/config'

// A starter is started for each of its tests: a busy machine takes its time.
export default defineConfig({ test: { include: ['**/*.test.mjs'], testTimeout: 60_000 } })
