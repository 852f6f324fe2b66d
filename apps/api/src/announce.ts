import type { Config } from './config.js'
import type { Log } from './kernel/log.js'

/** Tells a starter that listens what takes a while; without one the log is enough. */
export function progress(text: string): void {
  process.send?.({ type: 'progress', text })
}

/** Says that the process can be used, and where the first administrator is made while there is none. */
export function announce(config: Config, log: Log, setUpToken: string | undefined): void {
  const setUpUrl =
    setUpToken === undefined ? null : `${config.consoleUrl}/set-up?token=${encodeURIComponent(setUpToken)}`
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  if (config.aliases.length === 0)
    log.warn(
      {},
      'ENGINE_ALIASES is unset: no real CLI of the engine will work, since each sends its own word',
    )
  log.info({ url }, 'ready')
  if (process.send) process.send({ type: 'ready', url, setUpUrl })
  else if (setUpUrl !== null)
    log.info({ setUpUrl }, 'create the first administrator; the link is good for 60 minutes')
}
