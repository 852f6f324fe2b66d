import { endAll } from './processes.mjs'

// npm passes a Ctrl-C on that the terminal has already delivered: two this close, in milliseconds, are one wish.
const sameWish = 1000

/**
 * Calls `stop` at the first Ctrl-C or request to end; a second Ctrl-C ends everything at once. A request to end that comes
 * again changes nothing: a service manager sends it to a whole group, whose parents tell their children once more. npm
 * that is gone counts as such a request.
 */
export function onStopSignal(stop) {
  let asked
  const hear = (signal) => {
    if (asked === undefined) {
      asked = performance.now()
      stop()
    } else if (signal === 'SIGINT' && performance.now() - asked > sameWish) {
      endAll('SIGKILL')
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, hear)
  stopWithNpm()
}

/** Ends what runs, and this process with the code of one that was interrupted. */
export function giveUp() {
  endAll('SIGTERM')
  process.exit(130)
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
