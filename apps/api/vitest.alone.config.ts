import ordinary from './vitest.config.js'

/** Tests that measure memory and time: a separate step of `npm run test:full`, while nothing else runs. */
export default {
  ...ordinary,
  test: { ...ordinary.test, include: ['test/**/*.alone.ts'], fileParallelism: false },
}
