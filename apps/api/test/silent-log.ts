import type { Log } from '../src/kernel/log.js'

/** A log for tests that are not about what is logged. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
}
