import { mergeConfig } from 'vitest/config'
import ordinary from './vitest.config.js'

const fuzz = { test: { include: ['test/fuzz/*.fuzz.ts'], testTimeout: 3_600_000, hookTimeout: 120_000 } }

/** `npm run fuzz`: takes minutes, so it is no part of the ordinary tests. */
export default { ...mergeConfig(ordinary, fuzz), test: { ...ordinary.test, ...fuzz.test } }
