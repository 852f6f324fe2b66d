// A preload: the time of this process is off by so many milliseconds.
import { env } from 'node:process'

const shift = Number(env.TEST_CLOCK_SHIFT ?? 0)
const Real = Date

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift)
    else super(...given)
  }

  static now() {
    return Real.now() + shift
  }
}
