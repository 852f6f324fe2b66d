import { endAll } from './processes.mjs'

// npm passes a Ctrl-C on that the terminal has already delivered: two signals this close are one wish.
const sameWish = 500

/** Calls `stop` at the first Ctrl-C or request to end; a second one ends everything at once. */
export function onStopSignal(stop) {
  let asked
  const hear = () => {
    const now = performance.now()
    if (asked === undefined) {
      asked = now
      stop()
    } else if (now - asked > sameWish) {
      endAll('SIGKILL')
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, hear)
}

/**
 * npm runs its scripts in a shell, and some shells die of a SIGTERM without passing it on. Under npm, a parent
 * that is gone therefore counts as that signal.
 */
export function stopWithNpm() {
  if (!process.env['npm_lifecycle_event']) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
