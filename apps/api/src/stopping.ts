import type { Log } from './kernel/log.js'

const stopSignals = ['SIGTERM', 'SIGINT'] as const

/** A stop before the process serves: its parts end when the process exits, and only then. */
const endEarly = (): void => process.exit(0)

/** Ends the process by the first signal, until `onceStopped` is called. */
export function endAtOnce(): void {
  for (const signal of stopSignals) process.on(signal, endEarly)
}

/** npm passes a Ctrl-C on that the terminal has already delivered: two this close, in milliseconds, are one wish. */
const sameWish = 1000

/**
 * The first signal drains, and a second Ctrl-C does not wait. A SIGTERM that comes again changes nothing: a service
 * manager sends it to a whole group, whose parents signal their children once more, at any time.
 */
export function onceStopped(log: Log, stop: () => Promise<void>): void {
  let asked: number | undefined
  const onSignal = (signal: string): void => {
    if (asked !== undefined) {
      if (signal === 'SIGINT' && performance.now() - asked > sameWish) process.exit(1)
      return
    }
    asked = performance.now()
    log.info({ signal }, 'stopping')
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: String(error) }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  for (const signal of stopSignals) process.off(signal, endEarly).on(signal, onSignal)
}
