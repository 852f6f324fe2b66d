import type { Log } from '../src/kernel/log.js'

/** A log, and what was written to it. */
export function recordedLog(): { readonly log: Log; readonly lines: readonly object[] } {
  const lines: object[] = []
  const write = (facts: object): void => void lines.push(facts)
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log }
  return { log, lines }
}
