import ordinary from './vitest.config.js'

/** `npm run fuzz`: takes minutes, so it is no part of the ordinary tests. */
export default {
  ...ordinary,
  test: {
    ...ordinary.test,
    include: ['test/fuzz/*.fuzz.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
}
