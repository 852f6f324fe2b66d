import type { Log } from '../src/kernel/log.js'

/** A log, and what was written to it. */
export function recordedLog(): { readonly log: Log; readonly lines: readonly object[] } {
  const lines: object[] = []
  const write = (facts: object): void => void lines.push(facts)
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log }
  return { log, lines }
}

/** A log, and the sentences of the warnings and errors that were written to it. */
export function spokenLog(): { readonly log: Log; readonly lines: readonly string[] } {
  const lines: string[] = []
  const write = (_facts: object, sentence: string): void => void lines.push(sentence)
  const log: Log = { debug: () => {}, info: () => {}, warn: write, error: write, child: () => log }
  return { log, lines }
}
