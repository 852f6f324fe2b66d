import ordinary from './vitest.config.js'

/** Answers are the same whether they are cached or made each time: a step of its own of `npm run test:full`. */
export default {
  ...ordinary,
  test: {
    ...ordinary.test,
    include: ['test/{modules,registry,rest}/**/*.test.ts'],
    env: { ENGINE_TEST_WITHOUT_CACHE: '1' },
  },
}
