import ordinary from './vitest.config.js'

/** Tests that answers are the same without the cache: a separate step of `npm run test:full`. */
export default {
  ...ordinary,
  test: {
    ...ordinary.test,
    include: ['test/{modules,registry,rest}/**/*.test.ts'],
    env: { ENGINE_TEST_WITHOUT_CACHE: '1' },
  },
}
