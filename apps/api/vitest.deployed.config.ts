import { configDefaults } from 'vitest/config'
import ordinary from './vitest.config.js'

/** Tests of the API together with the built console: a separate step, so that the others need no build of the console. */
export default {
  ...ordinary,
  test: { ...ordinary.test, include: ['test/deployed/**/*.test.ts'], exclude: configDefaults.exclude },
}
