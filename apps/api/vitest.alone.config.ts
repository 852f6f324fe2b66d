import ordinary from './vitest.config.js'

/** What measures memory and time: a step of its own of `npm run test:full`, where nothing else runs beside it. */
export default {
  ...ordinary,
  test: { ...ordinary.test, include: ['test/**/*.alone.ts'], fileParallelism: false },
}
